/** Decoded pixels, row by row, with three bytes each, or four with transparency. */
type Pixels = { data: Uint8Array; info: { width: number; height: number; channels: number } }

// Some encoders leave an opaque pixel one or two steps below 255.
const LEAST_OPAQUE = 250

/**
 * The colour of an image's border as six hexadecimal digits: the median of its outermost pixels, so
 * that what touches the border on one side does not tint it. Null where the border is transparent.
 */
export function findBorderColor({ data, info }: Pixels): string | null {
  const border = borderPixels(info).map((pixel) => {
    const start = pixel * info.channels
    return data.subarray(start, start + info.channels)
  })
  if (border.some(([, , , alpha = 255]) => alpha < LEAST_OPAQUE)) return null
  const channels = [0, 1, 2].map((channel) => median(border.map((pixel) => pixel[channel] ?? 0)))
  return channels.map((value) => value.toString(16).padStart(2, '0')).join('')
}

/** The positions of the first and last row and of both ends of those between. */
function borderPixels({ width, height }: Pixels['info']): number[] {
  const columns = Array.from({ length: width }, (_, x) => x)
  const rows = Array.from({ length: height }, (_, y) => y * width)
  const last = width * (height - 1)
  return [
    ...columns,
    ...columns.map((x) => last + x),
    ...rows,
    ...rows.map((start) => start + width - 1),
  ]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
