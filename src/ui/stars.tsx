/** One star per point, said as "4 of 5 stars". */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rating} of 5 stars`}>
      {[1, 2, 3, 4, 5].slice(0, rating).map((point) => (
        <Star key={point} />
      ))}
    </span>
  )
}

/** A star in the colour of its text, for those who look; `filled` or only its outline. */
export function Star({ filled = true }: { filled?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill={filled ? 'currentColor' : 'none'}>
      <path
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        d="m12 2.8 2.8 5.9 6.4.9-4.7 4.5 1.2 6.4-5.7-3.1-5.7 3.1 1.2-6.4-4.7-4.5 6.4-.9z"
      />
    </svg>
  )
}
