import type { HomeTexts } from '#shop/portfolio/site-texts.ts'
import { useSite } from '#web/page-head.tsx'

/** The shop's statistics. */
export function Statistics({ statistics }: Pick<HomeTexts, 'statistics'>) {
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
