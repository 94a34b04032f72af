import { href } from 'react-router'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import { dollarsToCents } from '#platform/money.ts'
import type { JsonLdNode } from '#shop/page/json-ld.tsx'
import { type Product, whyNotOrderable } from './product.ts'

/** A page of the products with their offers, for search engines; `before` counts those on earlier pages. */
export function productList(site: Site, products: Product[], before: number): JsonLdNode {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: before + index + 1,
      item: productOffered(site, product),
    })),
  }
}

function productOffered(site: Site, product: Product): JsonLdNode {
  const isOrderable = whyNotOrderable(product) === null
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: publicUrlOf(site, product.imgURL),
    brand: { '@type': 'Brand', name: site.name },
    offers: {
      '@type': 'Offer',
      // A product has no public page of its own: the offer is the form that orders it.
      url: publicUrlOf(site, href('/purchase/:id', { id: product._id })),
      price: (dollarsToCents(product.perPrice) / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${isOrderable ? 'InStock' : 'OutOfStock'}`,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minQuantity },
    },
  }
}
