import { settings } from './settings';
import type { GameEvent } from './net/protocol';

// Every sound is made here from oscillators and noise: nothing to load, nothing to licence.

export type Sound = 'move' | 'capture' | 'check' | 'refused' | 'tell' | 'end';

let context: AudioContext | undefined;

/** A browser lets a page speak only after a gesture; the first one opens the context. */
export function unlockSoundOnGesture(): void {
  const open = () => {
    if (!context && 'AudioContext' in window) context = new AudioContext();
    void context?.resume();
  };
  window.addEventListener('pointerdown', open, { passive: true });
  window.addEventListener('keydown', open, { passive: true });
}

function tone(at: number, hertz: number, seconds: number, loud: number, shape: OscillatorType = 'sine'): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(hertz, at);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + seconds + 0.02);
}

/** A short knock: noise through a narrow band, like wood on wood. */
function knock(at: number, hertz: number, loud: number): void {
  if (!context) return;
  const length = Math.floor(context.sampleRate * 0.06);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; ++i) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = hertz;
  band.Q.value = 2.5;
  const gain = context.createGain();
  gain.gain.value = loud;
  source.connect(band).connect(gain).connect(context.destination);
  source.start(at);
}

export function play(sound: Sound): void {
  if (!settings().sound || !context || context.state !== 'running') return;
  const now = context.currentTime;
  switch (sound) {
    case 'move':
      knock(now, 900, 1.4);
      break;
    case 'capture':
      knock(now, 500, 1.8);
      knock(now + 0.06, 1100, 1.2);
      break;
    case 'check':
      tone(now, 660, 0.18, 0.12, 'triangle');
      tone(now + 0.1, 880, 0.25, 0.12, 'triangle');
      break;
    case 'refused':
      tone(now, 160, 0.16, 0.16, 'triangle');
      break;
    case 'tell':
      tone(now, 520, 0.14, 0.07);
      break;
    case 'end':
      [392, 494, 587].forEach((hertz, i) => tone(now + i * 0.09, hertz, 0.7, 0.09));
      break;
  }
}

const kBySort: Record<string, Sound> = {
  moved: 'move',
  move: 'move',
  flip: 'move',
  refused: 'refused',
  capture: 'capture',
  strike: 'capture',
  check: 'check',
  promotion: 'tell',
  answer: 'tell',
  board: 'tell',
  end: 'end',
};
const kOrder: Sound[] = ['end', 'check', 'capture', 'refused', 'tell', 'move'];

/** One sound for what was heard together: the weightiest. */
export function soundOf(events: GameEvent[]): Sound | undefined {
  const sounds = new Set<Sound>();
  for (const event of events) {
    const sound = event.type === 'move' && event.captured ? 'capture' : kBySort[event.type];
    if (sound) sounds.add(sound);
  }
  return kOrder.find((sound) => sounds.has(sound));
}
