// Animated GIF (GIF89a) from pictures: one palette for all frames, LZW as the format asks for.

const COLOURS = 256;
const BITS = 5; // of each channel that tell colours apart

/** `frames` are ImageData of one size; `delay` and that of the last frame are in hundredths of a second. */
export function gifOf(frames, { delay = 70, lastDelay = 300 } = {}) {
  const { width, height } = frames[0];
  const palette = paletteOf(frames);
  const parts = [header(width, height, palette.colours)];
  frames.forEach((frame, at) => {
    const pause = at === frames.length - 1 ? lastDelay : delay;
    parts.push(frameHead(width, height, pause), ...compressed(palette.indexes(frame)));
  });
  parts.push(Uint8Array.of(0x3b));
  return new Blob(parts, { type: "image/gif" });
}

function bin(data, at) {
  const shift = 8 - BITS;
  return ((data[at] >> shift) << (2 * BITS)) | ((data[at + 1] >> shift) << BITS) | (data[at + 2] >> shift);
}

/** The most frequent colours of all frames, and the nearest of them for each pixel. */
function paletteOf(frames) {
  const counts = new Uint32Array(1 << (3 * BITS));
  for (const { data } of frames) for (let at = 0; at < data.length; at += 4) counts[bin(data, at)] += 1;
  const used = [...counts.keys()].filter((key) => counts[key]).sort((a, b) => counts[b] - counts[a]);
  const colours = used.slice(0, COLOURS).map(colourOf);
  const known = new Map();
  const nearest = (key) => {
    if (!known.has(key)) known.set(key, nearestOf(colourOf(key), colours));
    return known.get(key);
  };
  const indexes = ({ data }) => Uint8Array.from({ length: data.length / 4 }, (_, at) => nearest(bin(data, 4 * at)));
  return { colours, indexes };
}

function colourOf(key) {
  const mask = (1 << BITS) - 1;
  const channels = [key >> (2 * BITS), key >> BITS, key].map((part) => part & mask);
  return channels.map((part) => Math.round((255 * part) / mask));
}

function nearestOf([r, g, b], colours) {
  const distance = (colour) => (colour[0] - r) ** 2 + (colour[1] - g) ** 2 + (colour[2] - b) ** 2;
  let best = 0;
  for (let at = 1; at < colours.length; at++) if (distance(colours[at]) < distance(colours[best])) best = at;
  return best;
}

const word = (number) => [number & 255, number >> 8];

/** The screen, the palette, and that it goes on for ever. */
function header(width, height, colours) {
  const table = Array.from({ length: COLOURS }, (_, at) => colours[at] ?? [0, 0, 0]).flat();
  const name = (text) => [...text].map((letter) => letter.charCodeAt(0));
  const loop = [0x21, 0xff, 11, ...name("NETSCAPE2.0"), 3, 1, 0, 0, 0];
  return Uint8Array.of(...name("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0, ...table, ...loop);
}

function frameHead(width, height, delay) {
  const control = [0x21, 0xf9, 4, 0, ...word(delay), 0, 0];
  return Uint8Array.of(...control, 0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, 8);
}

/** LZW of a frame, in blocks of at most 255 bytes. */
function compressed(pixels) {
  const bytes = lzw(pixels);
  const blocks = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255);
    blocks.push(Uint8Array.of(block.length), block);
  }
  return [...blocks, Uint8Array.of(0)];
}

const CLEAR = 256;
const END = 257;
const MOST_CODES = 4096;

function lzw(pixels) {
  const out = new BitWriter();
  let codes = new Map();
  let size = 9;
  let next = END + 1;
  out.write(CLEAR, size);
  let prefix = pixels[0];
  for (const pixel of pixels.subarray(1)) {
    const key = prefix * 256 + pixel;
    if (codes.has(key)) {
      prefix = codes.get(key);
      continue;
    }
    out.write(prefix, size);
    if (next < MOST_CODES) {
      if (next === 1 << size) size += 1;
      codes.set(key, next);
      next += 1;
    } else {
      out.write(CLEAR, size);
      codes = new Map();
      [size, next] = [9, END + 1];
    }
    prefix = pixel;
  }
  out.write(prefix, size);
  out.write(END, size);
  return out.bytes();
}

class BitWriter {
  constructor() {
    this.done = [];
    this.bits = 0;
    this.held = 0;
  }

  write(code, size) {
    this.held |= code << this.bits;
    this.bits += size;
    while (this.bits >= 8) {
      this.done.push(this.held & 255);
      this.held >>= 8;
      this.bits -= 8;
    }
  }

  bytes() {
    return Uint8Array.from(this.bits ? [...this.done, this.held & 255] : this.done);
  }
}
