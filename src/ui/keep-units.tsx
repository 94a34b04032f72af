import { memo } from 'react'

// Matches "450 g", "17 x 19 mm", "1/2 in", "3 pcs", "90 Millions+".
const UNITS = 'mm|cm|m|km|g|kg|t|in|ft|lb|pcs|pieces|teeth|degrees?|Nm|W|V|A|T|%|x|Millions\\+?'
const WITH_UNIT = new RegExp(`(\\d[\\d.,/]*(?: (?:${UNITS})(?![\\p{L}\\p{N}])(?: \\d[\\d.,/]*)?)+)`, 'u')

/** A text without line breaks between numbers and their units. */
export const KeepUnits = memo(function KeepUnits({ text }: { text: string }) {
  const parts = text.split(WITH_UNIT)
  if (parts.length === 1) return text
  // Odd parts are matches of the pattern.
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key
      <span key={index} className="unbroken">
        {part}
      </span>
    ),
  )
})
