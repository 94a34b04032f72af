import { href } from 'react-router'
import { publicAddress, type Site } from '#platform/http/site.ts'
import { dollarsToCents } from '#platform/money.ts'
import type { JsonLdNode } from '#shop/page/json-ld.tsx'
import { type Product, whyNotOrderable } from './product.ts'

/** A page of the tools with their offers, for search engines; `before` counts those on earlier pages. */
export function toolList(site: Site, tools: Product[], before: number): JsonLdNode {
  return {
    '@type': 'ItemList',
    itemListElement: tools.map((tool, index) => ({
      '@type': 'ListItem',
      position: before + index + 1,
      item: productOffered(site, tool),
    })),
  }
}

function productOffered(site: Site, tool: Product): JsonLdNode {
  const isOrderable = whyNotOrderable(tool) === null
  return {
    '@type': 'Product',
    name: tool.name,
    description: tool.description,
    image: publicAddress(site, tool.imgURL),
    brand: { '@type': 'Brand', name: site.name },
    offers: {
      '@type': 'Offer',
      // A tool has no public page of its own: the offer is the form that orders it.
      url: publicAddress(site, href('/purchase/:id', { id: tool._id })),
      price: (dollarsToCents(tool.perPrice) / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${isOrderable ? 'InStock' : 'OutOfStock'}`,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: tool.minQuantity },
    },
  }
}
