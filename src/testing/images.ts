import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A small picture of two colours, wider than high. */
export function picture(format: 'jpeg' | 'png' | 'webp' | 'avif', width = 60): Promise<Buffer> {
  return twoColours(width).toFormat(format).toBuffer()
}

/** Red on the left, blue on the right: turned or not, one sees it. */
export function twoColours(width = 60) {
  const height = width / 2
  const blue = { width: height, height, channels: 3, background: '#0000ff' } as const
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: blue }, left: height, top: 0 },
  ])
}

/** A PNG that says it has so many pixels, all black; with `lines` of them really there. */
export function blackPng(width: number, height: number, lines = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit a pixel, grey.
  header.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * lines))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))],
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
