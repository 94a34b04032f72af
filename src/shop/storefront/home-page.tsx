import { Link } from 'react-router'
import { databaseContext } from '#platform/page-context.server.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { listProducts } from '#shop/catalogue/product-queries.server.ts'
import { fetchProducts } from '#shop/catalogue/products-client.ts'
import { LoadFailure } from '#ui/load-failure.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { Route } from './+types/home-page'
import { Hero, heroPicture } from './hero.tsx'
import { JoinPrompt } from './join-prompt.tsx'
import { Statistics } from './statistics.tsx'

// spec 9: the home page shows 6 tools and 6 reviews.
const FIRST_TOOLS = { size: 6, page: 0 }

export async function loader({ context }: Route.LoaderArgs) {
  return { tools: await listProducts(context.get(databaseContext), FIRST_TOOLS) }
}

export async function clientLoader() {
  return { tools: await fetchProducts(FIRST_TOOLS.size, FIRST_TOOLS.page) }
}

export default function HomePage({ loaderData: { tools } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="High quality tools for manufacturing"
        description="Wrenches, hammers, cutting and measuring tools, sold in bulk by the people who forge them."
        picture={heroPicture}
      />
      <Hero />
      <section className="home-section" aria-labelledby="first-tools">
        <div className="section-head">
          <h2 id="first-tools" className="section-title">
            From the catalogue
          </h2>
          <Link to="/purchase" className="text-link" prefetch="intent">
            All tools
          </Link>
        </div>
        <ul className="product-grid product-grid-wide">
          {tools.map((tool) => (
            <li key={tool._id}>
              <ProductCard product={tool} heading="h3" />
            </li>
          ))}
        </ul>
      </section>
      <Statistics />
      <JoinPrompt />
    </>
  )
}

export function ErrorBoundary() {
  return (
    <div className="page">
      <h1 className="page-title">Something went wrong</h1>
      <LoadFailure text="The home page did not load." />
    </div>
  )
}
