import { href } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { listCategoryTiles } from '#shop/catalogue/product-list.server.ts'
import { findHomeTexts } from '#shop/portfolio/site-texts.server.ts'
import { pageViewer } from '#shop/prices/viewer.server.ts'
import { ReviewCard } from '#shop/reviews/review-card.tsx'
import { listReviews } from '#shop/reviews/review-queries.server.ts'
import { JsonLd } from '#web/json-ld.tsx'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead, useSite } from '#web/page-head.tsx'
import type { Route } from './+types/home-page'
import { CategoryStrip } from './category-strip.tsx'
import { Hero, heroImage } from './hero.tsx'
import { listHomeProducts } from './home-products.server.ts'
import { HomeSection } from './home-section.tsx'
import { JoinPrompt } from './join-prompt.tsx'
import { organization } from './organization.ts'
import { Statistics } from './statistics.tsx'

export const handle: PageHandle = { cached: [] }

// product 9.1
const REVIEWS = 6

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const [texts, categories] = await Promise.all([findHomeTexts(db), listCategoryTiles(db)])
  const products = await listHomeProducts(db, texts.content.tools)
  return {
    categories,
    products: await toProductsJson(db, await pageViewer(context), products),
    reviews: await listReviews(db, { size: REVIEWS, page: 0 }),
    texts: texts.content,
  }
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { categories, products, reviews, texts } = loaderData
  return (
    <>
      <PageHead
        title="High quality tools for manufacturing"
        description="Wrenches, hammers, cutting and measuring tools, sold in bulk by the people who forge them."
        path={href('/')}
        image={useSite()?.look?.linkImage ?? heroImage}
      />
      <Hero texts={texts} />
      <CategoryStrip categories={categories} />
      <HomeSection
        id="tools"
        title="From the catalogue"
        more={{ text: 'All tools', to: href('/purchase') }}
      >
        <ul className="product-grid">
          {products.map((product) => (
            <li key={product._id}>
              <ProductCard product={product} heading="h3" />
            </li>
          ))}
        </ul>
      </HomeSection>
      <HomeSection
        id="reviews"
        title="What our customers say"
        more={{ text: 'All reviews', to: href('/reviews') }}
      >
        <ul className="review-grid">
          {reviews.map((review) => (
            <li key={review._id}>
              <ReviewCard review={review} />
            </li>
          ))}
        </ul>
      </HomeSection>
      <Statistics statistics={texts.statistics} />
      <JoinPrompt />
      <JsonLd about={organization} />
    </>
  )
}

export const ErrorBoundary = pageError({
  title: 'Something went wrong',
  text: 'The home page failed to load.',
  className: 'page',
})
