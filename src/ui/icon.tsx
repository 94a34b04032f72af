/** A line drawing of 24 by 24 in the colour of its text, of so many pixels where a rem is 16. */
export function Icon({ path, size = 16 }: { path: string; size?: number }) {
  const width = `${size / 16}rem`
  return (
    <svg
      viewBox="0 0 24 24"
      width={width}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden
    >
      <path d={path} />
    </svg>
  )
}
