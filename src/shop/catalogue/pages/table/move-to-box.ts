/** Focuses the quantity box some rows below or above another one; returns false outside of boxes. */
export function moveToBox(from: HTMLInputElement, step: number): boolean {
  const frame = from.closest('.product-table-frame')
  const boxes = [...(frame?.querySelectorAll<HTMLInputElement>('input[name=quantity]') ?? [])]
  const index = boxes.indexOf(from)
  if (index < 0) return false
  boxes[index + step]?.focus()
  return true
}
