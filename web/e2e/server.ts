import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;

export function programPath(): string {
  const given = process.env.NEBEL_PROGRAM;
  const places = [given, ...['testing', 'release'].map((preset) => join(root, 'build', preset, 'src', 'nebel'))];
  const found = places.find((path) => path && existsSync(path));
  if (!found) throw new Error('no nebel to serve the page: build it or set NEBEL_PROGRAM');
  return found;
}

/** `nebel serve` on a free port of loopback with a store of its own, ended by its own id. */
export class Server {
  private readonly folder = mkdtempSync(join(tmpdir(), 'nebel-web-'));
  private child: ChildProcess | undefined;
  private port = 0;

  static async start(): Promise<Server> {
    const server = new Server();
    await server.run();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** As if the machine lost its power. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** The same store at the same address. */
  async restart(): Promise<void> {
    await this.run();
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(): Promise<void> {
    const child = spawn(
      programPath(),
      ['serve', '--port', String(this.port), '--store', join(this.folder, 'table.db'), '--page', join(root, 'web', 'dist')],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.child = child;
    let said = '';
    return new Promise((resolve, reject) => {
      child.stderr!.on('data', (data: Buffer) => (said += data.toString()));
      child.once('exit', (code) => reject(new Error(`nebel serve ended with ${code}: ${said}`)));
      child.stdout!.on('data', (data: Buffer) => {
        said += data.toString();
        const open = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
        if (!open) return;
        this.port = Number(open[1]);
        child.removeAllListeners('exit');
        resolve();
      });
    });
  }

  private end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  }
}
