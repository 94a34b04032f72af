/** The Shannon entropy of a text in bits, from its own character frequencies. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce(
    (sum, count) => sum - count * Math.log2(count / text.length),
    0,
  )
}
