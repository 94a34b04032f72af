import { callApi, credentialsOf, request, upload } from '#prove/security/client.ts'
import type { ProofShop } from '#prove/shop.ts'
import { twoColours } from '#server/testing/images.ts'
import { productPath } from '#shop/catalogue/product-path.ts'

const ADMIN = 0
const WIDTH = 60

export type ProductWithImage = { path: string; image: string; bytes: Buffer }

/** Adds a product with an image of its own, as an admin. */
export async function addProductWithImage(shop: ProofShop, number: number): Promise<ProductWithImage> {
  const { url } = shop.running()
  const admin = await credentialsOf(ADMIN)
  // Another width makes it another image.
  const drawn = await twoColours(WIDTH + 2 * number)
    .png()
    .toBuffer()
  const image = await upload(url, '/images', 'image', drawn, admin)
  const { status, json, text } = await callApi(url, 'POST', '/products', {
    ...admin,
    body: {
      name: `Marking Gauge ${number}`,
      perPrice: 24.5,
      quantity: 40,
      minQuantity: 10,
      description: 'Brass wear plates, a rosewood stock',
      imgURL: image,
    },
  })
  if (status !== 200) throw new Error(`Adding a product returned ${status} ${text}`)
  const { bytes } = await request(url, 'GET', image)
  return { path: productPath(json), image, bytes }
}

/** Compares a product's page and image with those of the shop that it was added to. */
export async function checkProductPage(
  shop: ProofShop,
  { path, image, bytes }: ProductWithImage,
): Promise<string[]> {
  const { url } = shop.running()
  const page = await request(url, 'GET', path)
  const [name = ''] = image.split('/').at(-1)?.split('.') ?? []
  if (page.status !== 200 || !page.text.includes(name)) {
    return [`${path} returned ${page.status} without its image`]
  }
  const response = await request(url, 'GET', image)
  if (response.status === 200 && response.bytes.equals(bytes)) return []
  return [`the image ${image} returned ${response.status} with ${response.bytes.length} bytes`]
}

/** Makes sure that a product is not in the shop. */
export async function checkNoProductPage(shop: ProofShop, { path }: ProductWithImage): Promise<string[]> {
  const { status } = await request(shop.running().url, 'GET', path)
  return status === 404 ? [] : [`${path} was added later and returned ${status}`]
}
