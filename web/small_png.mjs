// Turns a screenshot into a PNG of at most 256 colours, a third of the size: what a README needs.
import { deflateSync, inflateSync } from 'node:zlib';

const kSignature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const kCrc = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function crc(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = kCrc[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}

/** Width, height and RGB bytes of an 8-bit PNG without interlacing. */
function decode(png) {
  let at = 8;
  let width = 0;
  let height = 0;
  let channels = 3;
  const parts = [];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      width = data.readUInt32BE(0);
      height = data.readUInt32BE(4);
      if (data[8] !== 8 || (data[9] !== 2 && data[9] !== 6) || data[12]) throw new Error('not a plain 8-bit picture');
      channels = data[9] === 6 ? 4 : 3;
    } else if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; ++i) {
      const left = i >= channels ? pixels[y * stride + i - channels] : 0;
      const up = y ? pixels[(y - 1) * stride + i] : 0;
      const corner = y && i >= channels ? pixels[(y - 1) * stride + i - channels] : 0;
      let guess = 0;
      if (filter === 1) guess = left;
      else if (filter === 2) guess = up;
      else if (filter === 3) guess = (left + up) >> 1;
      else if (filter === 4) {
        const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
        guess = a <= b && a <= c ? left : b <= c ? up : corner;
      }
      pixels[y * stride + i] = raw[y * (stride + 1) + 1 + i] + guess;
    }
  }
  return { width, height, channels, pixels };
}

export function smallPng(png) {
  const { width, height, channels, pixels } = decode(png);
  const counts = new Map();
  const colours = new Uint32Array(width * height);
  for (let i = 0; i < colours.length; ++i) {
    const p = i * channels;
    colours[i] = (pixels[p] << 16) | (pixels[p + 1] << 8) | pixels[p + 2];
    counts.set(colours[i], (counts.get(colours[i]) ?? 0) + 1);
  }
  // The commonest colours that are not all but the same as one already taken.
  const far = (a, b) => {
    const [r, g, bl] = [(a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255)];
    return 2 * r * r + 4 * g * g + bl * bl;
  };
  const palette = [];
  for (const [colour] of [...counts].sort((a, b) => b[1] - a[1])) {
    if (palette.every((taken) => far(taken, colour) > 60)) palette.push(colour);
    if (palette.length === 256) break;
  }
  const nearest = new Map();
  for (const colour of counts.keys()) {
    let best = 0;
    for (let k = 1; k < palette.length; ++k) if (far(palette[k], colour) < far(palette[best], colour)) best = k;
    nearest.set(colour, best);
  }
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) rows[y * (width + 1) + 1 + x] = nearest.get(colours[y * width + x]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const plte = Buffer.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]));
  return Buffer.concat([kSignature, chunk('IHDR', head), chunk('PLTE', plte), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
