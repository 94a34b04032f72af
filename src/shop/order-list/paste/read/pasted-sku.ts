// Letters and digits with a hyphen or nothing between; in digits, O and l are read as 0 and 1. With
// a space between, four digits are required, so that `set 250` is not a SKU. `24xFW-1250` has one behind its x.
const SKU =
  /(?:(?<![\p{L}\d.-])|(?<=(?<![\p{L}\d])\d{1,6}\s?x))(?!(?<=\d\s?)x[a-z])#?(?:([a-z]{1,5})\s?[-_.]\s?(\d[\dol]{2,6})|([a-z]{1,5})(\d[\dol]{2,6})|([a-z]{1,3})\s(\d[\dol]{3,5}))((?:[-/][a-z\d]{1,6})*)(?=x\d|[^\p{L}\d]|$)(?!\s*(?:mm|cm|kg|nm)\b)/giu

// Standards and labels that stand before a number.
const NOT_A_SKU =
  /^(?:x|din|iso|en|ansi|sae|bs|po|ref|no|nr|qty|tel|ral|mm|pcs|stk|ea|hex|of|to|pos|at|by|for|and|in|im|en)$/i

// `by 24 Dec 2026` is a date.
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez)$/i

export type FoundSku = { sku: string; index: number; length: number }

/** Finds what looks like a SKU, as `FW-1013`: typed as `fw1013`, `FW 1013` or `FW–1O13` too. */
export function findSkus(text: string): FoundSku[] {
  const skus: FoundSku[] = []
  for (const match of text.matchAll(SKU)) {
    const [whole, a, b, c, d, e, f, suffix = ''] = match
    const letters = a ?? c ?? e ?? ''
    const digits = (b ?? d ?? f ?? '').replace(/o/gi, '0').replace(/l/gi, '1')
    if (NOT_A_SKU.test(letters) || MONTH.test(e ?? '')) continue
    const sku = `${letters}-${digits}${suffix}`.toUpperCase()
    skus.push({ sku, index: match.index, length: whole.length })
  }
  return skus
}
