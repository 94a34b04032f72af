/** A line drawing of 24 by 24 in the colour of its text. */
export function Icon({ path, size = '1rem' }: { path: string; size?: string }) {
  return (
    <svg viewBox="0 0 24 24" width={size} fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <path d={path} />
    </svg>
  )
}
