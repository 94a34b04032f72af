import { href, Link } from 'react-router'
import { frameOf, PORTFOLIO } from '#platform/http/site-frame.ts'
import type { HomeTexts } from '#shop/portfolio/site-texts.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Image, Preload } from '#ui/image.tsx'
import { useSite } from '#web/page-head.tsx'
import narrow560avif from './hero/narrow-560.avif'
import narrow560webp from './hero/narrow-560.webp'
import narrow740avif from './hero/narrow-740.avif'
import narrow740webp from './hero/narrow-740.webp'
import narrow1020avif from './hero/narrow-1020.avif'
import narrow1020webp from './hero/narrow-1020.webp'
import wide1280avif from './hero/wide-1280.avif'
import wide1280webp from './hero/wide-1280.webp'
import wide2000avif from './hero/wide-2000.avif'
import wide2000webp from './hero/wide-2000.webp'

const WIDE = '(width >= 48rem)'
const wideAvif = `${wide1280avif} 1280w, ${wide2000avif} 2000w`
const narrowAvif = `${narrow560avif} 560w, ${narrow740avif} 740w, ${narrow1020avif} 1020w`

export const heroImage = wide1280webp

/** The hero (product 2.8), with the owner's picture, or in the demo its own. */
export function Hero({ texts }: { texts: HomeTexts }) {
  const site = useSite()
  const { portfolio } = frameOf(site)
  return (
    <section className="hero clip relative grid" aria-labelledby="hero-title">
      <div className="hero-text grid justify-items-start gap-20 page-width">
        <h1 id="hero-title" className="hero-title font-720">
          {texts.title}
        </h1>
        {texts.line && <p className="hero-line text-18">{texts.line}</p>}
        <div className="home-buttons gap-12 buttons">
          <Link to={href('/purchase')} className={buttonVariant.buy} prefetch="intent">
            Get Order
          </Link>
          {!portfolio.isHidden && (
            <Link to={href('/about-me')} className={buttonVariant.quiet} prefetch="intent">
              {portfolio.name === PORTFOLIO ? 'Portfolio' : portfolio.name}
            </Link>
          )}
          <Link to={href('/order-list')} className={buttonVariant.quiet} prefetch="intent">
            Paste an order
          </Link>
        </div>
      </div>
      <HeroImage imgURL={texts.image} hasDemo={!site?.isOwn} />
    </section>
  )
}

/** It loads first. */
function HeroImage({ imgURL, hasDemo }: { imgURL: string; hasDemo: boolean }) {
  if (imgURL)
    return (
      <Image
        imgURL={imgURL}
        alt=""
        sizes="100vw"
        width={1020}
        height={900}
        priority="first"
        className="hero-image w-full"
      />
    )
  if (!hasDemo) return null
  return (
    <>
      <Preload href={wide1280avif} srcSet={wideAvif} sizes="100vw" media={WIDE} />
      <Preload href={narrow1020avif} srcSet={narrowAvif} sizes="100vw" media={`not all and ${WIDE}`} />
      <picture>
        <source media={WIDE} type="image/avif" srcSet={wideAvif} sizes="100vw" />
        <source
          media={WIDE}
          type="image/webp"
          srcSet={`${wide1280webp} 1280w, ${wide2000webp} 2000w`}
          sizes="100vw"
        />
        <source type="image/avif" srcSet={narrowAvif} sizes="100vw" />
        <img
          className="hero-image w-full"
          src={narrow1020webp}
          srcSet={`${narrow560webp} 560w, ${narrow740webp} 740w, ${narrow1020webp} 1020w`}
          sizes="100vw"
          width={1020}
          height={900}
          alt=""
          fetchPriority="high"
        />
      </picture>
    </>
  )
}
