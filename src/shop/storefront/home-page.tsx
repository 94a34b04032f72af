import { Link } from 'react-router'
import { databaseContext } from '#platform/page-context.server.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { listProducts } from '#shop/catalogue/product-queries.server.ts'
import { fetchProducts } from '#shop/catalogue/products-client.ts'
import { buttonLook } from '#ui/button.tsx'
import type { Route } from './+types/home-page'

const FIRST_TOOLS = 6

export async function loader({ context }: Route.LoaderArgs) {
  return { tools: await listProducts(context.get(databaseContext), { size: FIRST_TOOLS, page: 0 }) }
}

export async function clientLoader() {
  return { tools: await fetchProducts(FIRST_TOOLS, 0) }
}

export default function HomePage({ loaderData: { tools } }: Route.ComponentProps) {
  return (
    <div className="page">
      <section>
        <h1 className="page-title">GET HIGH QUALITY TOOLS</h1>
        <Link to="/purchase" className={buttonLook.primary}>
          Get Order
        </Link>
      </section>
      <ul className="product-grid">
        {tools.map((tool) => (
          <li key={tool._id}>
            <ProductCard product={tool} />
          </li>
        ))}
      </ul>
    </div>
  )
}
