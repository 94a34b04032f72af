/** Returns the numbers defined in docs/product.md: sections ("4") and rules ("4.2"). */
export function definedNumbers(product: string): Set<string> {
  const sections = [...product.matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number)
  const rules = [...product.matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(([, number = '']) => number)
  return new Set([...sections, ...rules])
}

/** Returns the numbers cited in a text, such as `product 4` or `product 4.2`. */
export function citedNumbers(text: string): string[] {
  return [...text.matchAll(/\bproduct (\d+(?:\.\d+)?(?:, \d+\.\d+)*)(?![\w,.]*\d)/g)].flatMap(
    ([, numbers = '']) => numbers.split(', '),
  )
}
