import { publicUrlOf, type Site } from '#platform/http/site.ts'
import { dollarsToCents } from '#platform/money.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import type { JsonLdNode } from '#web/json-ld.tsx'
import { type Product, whyNotOrderable } from './product.ts'
import { productPath } from './product-path.ts'

/** The structured data of a page of products with their offers; `before` are the products on earlier pages. */
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

/** Returns the structured data of a product with its offer, and alone with its GTIN. */
export function productOffered(
  site: Site,
  product: Product,
  { gtin = null, discontinued }: { gtin?: string | null; discontinued?: unknown } = {},
): JsonLdNode {
  const stock = whyNotOrderable(product) === null ? 'InStock' : 'OutOfStock'
  return {
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    ...(gtin !== null && { gtin }),
    description: product.description,
    image: publicUrlOf(site, product.imgURL),
    brand: { '@type': 'Brand', name: site.name },
    offers: {
      '@type': 'Offer',
      url: publicUrlOf(site, productPath(product)),
      price: (dollarsToCents(ownPerPrice(product, product.minQuantity)) / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${discontinued ? 'Discontinued' : stock}`,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minQuantity },
    },
  }
}
