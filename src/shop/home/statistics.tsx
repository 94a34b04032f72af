import { useSite } from '#web/page-head.tsx'

// product 2.8: fixed text, including its spelling.
const statistics = [
  { what: 'Reviews', howMany: '42K+' },
  { what: 'Countries', howMany: '120+' },
  { what: 'Annual Revenew', howMany: '90 Millions+' },
  { what: 'Tools', howMany: '90+' },
]

/** The shop's statistics. */
export function Statistics() {
  return (
    <section className="home-section" aria-label={`${useSite()?.name} in numbers`}>
      <div className="statistics">
        {statistics.map(({ what, howMany }) => (
          <p key={what} className="statistic">
            <span>{what}</span> <strong>{howMany}</strong>
          </p>
        ))}
      </div>
    </section>
  )
}
