/** Decoded pixels, row by row, three bytes each, or four with an alpha channel. */
type Pixels = { data: Uint8Array; info: { width: number; height: number; channels: number } }

// Some encoders write opaque pixels slightly below 255.
const MIN_OPAQUE_ALPHA = 250

/**
 * Returns the colour of an image's border as six hexadecimal digits, or null for a transparent
 * border. It is the median of the outermost pixels, so that an object touching one side has no effect.
 */
export function findBorderColor({ data, info }: Pixels): string | null {
  const border = borderPixels(info).map((pixel) => {
    const start = pixel * info.channels
    return data.subarray(start, start + info.channels)
  })
  if (border.some(([, , , alpha = 255]) => alpha < MIN_OPAQUE_ALPHA)) return null
  const channels = [0, 1, 2].map((channel) => median(border.map((pixel) => pixel[channel] ?? 0)))
  return channels.map((value) => value.toString(16).padStart(2, '0')).join('')
}

function borderPixels({ width, height }: Pixels['info']): number[] {
  const columns = Array.from({ length: width }, (_, x) => x)
  const rows = Array.from({ length: height }, (_, y) => y * width)
  const last = width * (height - 1)
  return [...columns, ...columns.map((x) => last + x), ...rows, ...rows.map((start) => start + width - 1)]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
