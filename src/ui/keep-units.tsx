import { memo } from 'react'

// "450 g", "17 x 19 mm", "1/2 in", "3 pcs", "90 Millions+": a line never ends between the two.
const UNITS = 'mm|cm|m|km|g|kg|t|in|ft|lb|pcs|pieces|teeth|degrees?|Nm|W|V|A|T|%|x|Millions\\+?'
const WITH_UNIT = new RegExp(
  `(\\d[\\d.,/]*(?: (?:${UNITS})(?![\\p{L}\\p{N}])(?: \\d[\\d.,/]*)?)+)`,
  'u',
)

/** A text whose numbers stay on one line with their units; what it says is not changed. */
export const KeepUnits = memo(function KeepUnits({ text }: { text: string }) {
  const parts = text.split(WITH_UNIT)
  if (parts.length === 1) return text
  // Every second part is what the pattern found.
  return parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <span key={place} className="unbroken">
        {part}
      </span>
    ),
  )
})
