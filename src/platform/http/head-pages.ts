/** The pages whose title and description can be set. */
export const headPages = {
  '/': 'Home',
  '/purchase': 'All tools',
  '/tools': 'Categories',
  '/blogs': 'Blog',
  '/about-me': 'Portfolio',
  '/reviews': 'Reviews',
  '/contact': 'Contact',
  '/order-list': 'Order list',
  '/pages/terms': 'Terms and conditions',
  '/pages/privacy': 'Privacy',
  '/pages/imprint': 'Imprint',
  '/pages/shipping-and-returns': 'Shipping and returns',
}
export const headPaths = Object.keys(headPages) as (keyof typeof headPages)[]
