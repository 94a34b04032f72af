/**
 * Returns how many letters to insert, delete, replace or swap with their neighbour, to get from one
 * word to each beginning of the other: the last distance is that of the whole word.
 */
export function editDistances(first: string, other: string): number[] {
  const [a, b] = [[...first], [...other]]
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, letter] of a.entries()) {
    const current = [row + 1]
    for (const [column, otherLetter] of b.entries()) {
      const replaced = (previous[column] ?? 0) + (letter === otherLetter ? 0 : 1)
      const removed = (previous[column + 1] ?? 0) + 1
      const added = (current[column] ?? 0) + 1
      const isSwap = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === otherLetter
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(replaced, removed, added, swapped))
    }
    before = previous
    previous = current
  }
  return previous
}
