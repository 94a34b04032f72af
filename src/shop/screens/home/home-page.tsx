import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { databaseContext, siteContext } from '#platform/http/page-context.server.ts'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import { pngIconOf } from '#platform/images/site-icon.ts'
import { renderMarkdown } from '#platform/markdown.ts'
import { listCategoryTiles } from '#shop/catalogue/categories/category-tiles.server.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { listHomeProducts } from '#shop/portfolio/home-products.server.ts'
import { findHomeTexts } from '#shop/portfolio/site-texts.server.ts'
import type { homeSections } from '#shop/portfolio/site-texts.ts'
import { pageViewer } from '#shop/prices/viewer.server.ts'
import { ReviewCard } from '#shop/reviews/review-card.tsx'
import { listReviews } from '#shop/reviews/review-queries.server.ts'
import { buttonVariant } from '#ui/button.tsx'
import { JsonLd, type JsonLdNode } from '#web/json-ld.tsx'
import { MarkdownText } from '#web/markdown/markdown-text.tsx'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead, useSite } from '#web/page-head.tsx'
import type { Route } from './+types/home-page'
import { CategoryStrip } from './category-strip.tsx'
import { Hero, heroImage } from './hero.tsx'

export const handle: PageHandle = { cached: [] }

const demoHead = {
  title: 'High quality tools for manufacturing',
  description: 'Wrenches, hammers, cutting and measuring tools, sold in bulk by the people who forge them.',
}

// product 9.1
const REVIEWS = 6

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const [texts, categories] = await Promise.all([
    findHomeTexts(db, context.get(siteContext)),
    listCategoryTiles(db),
  ])
  const products = await listHomeProducts(db, texts.content.tools)
  return {
    categories,
    products: await toProductsJson(db, await pageViewer(context), products),
    reviews: await listReviews(db, { size: REVIEWS, page: 0 }),
    texts: texts.content,
    invitation: renderMarkdown(texts.content.joinText, false).html,
  }
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { categories, products, reviews, texts, invitation } = loaderData
  const site = useSite()
  const shows = (section: (typeof homeSections)[number]) => !texts.hidden.includes(section)
  const head = site?.isOwn ? { title: texts.title, description: texts.line } : demoHead
  return (
    <>
      <PageHead
        {...head}
        path={href('/')}
        image={(site?.look?.linkImage ?? texts.image) || (site?.isOwn ? undefined : heroImage)}
      />
      <Hero texts={texts} />
      {shows('categories') && <CategoryStrip categories={categories} />}
      {shows('tools') && products.length > 0 && (
        <HomeSection id="tools" title={texts.toolsTitle} more={{ text: 'All tools', to: href('/purchase') }}>
          <ul className="product-grid">
            {products.map((product) => (
              <li key={product._id}>
                <ProductCard product={product} heading="h3" />
              </li>
            ))}
          </ul>
        </HomeSection>
      )}
      {shows('reviews') && reviews.length > 0 && (
        <HomeSection
          id="reviews"
          title={texts.reviewsTitle}
          more={{ text: 'All reviews', to: href('/reviews') }}
        >
          <ul className="review-grid cards gap-24 grid">
            {reviews.map((review) => (
              <li key={review._id}>
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
        </HomeSection>
      )}
      {shows('figures') && texts.statistics.length > 0 && (
        <section className="home-section page-width" aria-label={`${site?.name} in numbers`}>
          <div className="statistics columns column-9 gap-24">
            {texts.statistics.map(({ what, howMany }) => (
              <p key={what} className="statistic soft flex gap-8">
                <span>{what}</span> <strong className="plain unbroken font-720">{howMany}</strong>
              </p>
            ))}
          </div>
        </section>
      )}
      {shows('join') && <JoinPrompt title={texts.joinTitle} html={invitation} />}
      <JsonLd about={organization} />
    </>
  )
}

type HomeSectionProps = {
  id: string
  title: string
  /** A link to the whole list. */
  more: { text: string; to: string }
  children: ReactNode
}

/** The start of a list on the home page, with a link to all of it. */
function HomeSection({ id, title, more, children }: HomeSectionProps) {
  return (
    <section className="home-section page-width" aria-labelledby={id}>
      <div className="items-baseline justify-between gap-12 gap-x-32 mb-24 row">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        <Link to={more.to} className="text-link" prefetch="intent">
          {more.text}
        </Link>
      </div>
      {children}
    </section>
  )
}

/** Invites visitors to contact the shop or register (product 2.8). */
function JoinPrompt({ title, html }: { title: string; html: string }) {
  return (
    <section className="prompt justify-between surface row" aria-labelledby="join">
      <div>
        <h2 id="join" className="section-title">
          {title}
        </h2>
        <MarkdownText html={html} />
      </div>
      <div className="home-buttons gap-12 buttons">
        <Link to={href('/register')} className={buttonVariant.primary} prefetch="intent">
          Register
        </Link>
        <Link to={href('/contact')} className={buttonVariant.quiet} prefetch="intent">
          Contact
        </Link>
      </div>
    </section>
  )
}

/** Returns the shop's structured data for search engines. */
function organization(site: Site): JsonLdNode {
  const icon = pngIconOf(site)
  return {
    '@type': 'Organization',
    name: site.name,
    url: publicUrlOf(site, href('/')),
    ...(icon && { logo: publicUrlOf(site, icon) }),
  }
}

export const ErrorBoundary = pageError('Something went wrong', 'The home page', {
  className: 'page',
})
