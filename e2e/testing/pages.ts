import type { APIRequestContext } from '@playwright/test'

export type ShopPage = {
  name: string
  /** `:post` and `:product` stand for the first one's id, `:order` and `:payment` for the buyer's own. */
  path: string
  heading: string | RegExp
  /** A part of the page's content. */
  shows: string
}

/** All public pages. */
export const publicPages: ShopPage[] = [
  { name: 'home', path: '/', heading: 'GET HIGH QUALITY TOOLS', shows: 'Claw Hammer 450 g' },
  { name: 'all-tools', path: '/purchase', heading: 'All Tools Page', shows: 'Hex Key Set, 5 pcs' },
  { name: 'categories', path: '/tools', heading: 'Tools by category', shows: 'Hammers' },
  { name: 'category', path: '/tools/category/wrenches', heading: 'Wrenches', shows: 'Combination Wrench' },
  {
    name: 'product-table',
    path: '/tools/category/wrenches?view=table',
    heading: 'Wrenches',
    shows: 'FW-1013',
  },
  {
    name: 'product',
    path: '/tools/-:tool',
    heading: 'Combination Wrench 13 mm',
    shows: 'DIN 3113 A',
  },
  {
    name: 'family',
    path: '/tools/family/combination-wrench',
    heading: 'Combination Wrench',
    shows: 'DIN 3113 A',
  },
  { name: 'compare', path: '/compare?ids=:tool', heading: 'Compare tools', shows: 'Price each' },
  { name: 'blogs', path: '/blogs', heading: 'Blogs', shows: 'Why wrenches fail' },
  { name: 'blog-post', path: '/blogs/:post', heading: /hard each tool/, shows: 'Push a file over' },
  { name: 'portfolio', path: '/about-me', heading: 'My Portfolio', shows: 'Drop forging' },
  { name: 'reviews', path: '/reviews', heading: 'Reviews', shows: 'customers reviewed our tools' },
  { name: 'login', path: '/login', heading: 'Login', shows: 'Password' },
  { name: 'register', path: '/register', heading: 'Register', shows: 'Password' },
  {
    name: 'reset-password',
    path: '/reset-password',
    heading: 'Reset Password',
    shows: 'Remembered it?',
  },
  { name: 'contact', path: '/contact', heading: 'Contact', shows: 'Message' },
  { name: 'order-list', path: '/order-list', heading: 'Order list', shows: 'Paste an order' },
]

/** The pages of a signed-in buyer who has ordered. */
export const buyerPages: ShopPage[] = [
  { name: 'purchase-form', path: '/purchase/:tool', heading: /^Purchase /, shows: 'Total' },
  { name: 'my-orders', path: '/dashboard/orders', heading: 'My Orders', shows: 'Not Paid yet' },
  {
    name: 'payment',
    path: '/dashboard/orders/payment/:order',
    heading: /^Pay \$/,
    shows: 'Test cards',
  },
  {
    name: 'payment-of-several',
    path: '/dashboard/payments/:payment',
    heading: /^Pay \$/,
    shows: 'Test cards',
  },
  { name: 'order', path: '/dashboard/orders/:order', heading: /^Order FW-/, shows: 'Ship to' },
  { name: 'dashboard', path: '/dashboard', heading: /^Welcome, /, shows: 'your profile' },
  { name: 'security', path: '/dashboard/security', heading: 'Security', shows: 'Passkeys' },
  { name: 'profile', path: '/dashboard/profile', heading: 'My Profile', shows: 'Country' },
]

/** The entries of the dashboard's menu by role. */
export const dashboardMenus = {
  buyer: ['My Orders', 'Add a review', 'My Profile', 'Order list', 'Security'],
  admin: [
    ...['My Profile', 'Manage Users', 'Add Product', 'Manage Product', 'Manage Orders'],
    ...['Categories', 'Families', 'Synonyms', 'Price lists', 'Pictures', 'Import products'],
    ...['Shipping', 'Returns', 'Companies', 'Messages', 'Reserved stock'],
    ...['Shop', 'Numbers', 'Old addresses', 'Menu, footer and portfolio', 'Blog posts'],
    ...['Legal pages', 'Manage Reviews'],
    ...['Order list', 'Security'],
  ],
}

/** A page's path with its placeholders filled in. */
export async function pathOf(page: ShopPage, calls: APIRequestContext) {
  const firstOf = async (list: string) => {
    const [first] = await (await calls.get(`/api/${list}`)).json()
    return String(first._id)
  }
  if (page.path.includes(':post')) return page.path.replace(':post', await firstOf('blogs'))
  if (page.path.includes(':tool')) {
    return page.path.replace(':tool', await firstOf('products?size=1&page=0'))
  }
  return page.path
}

/** The pages of an admin. */
export const adminPaths = [
  ...['', '/manage-orders', '/manage-products', '/manage-users', '/add-product', '/categories'],
  ...['/search', '/shipping', '/shipping/pack', '/returns', '/messages', '/held-stock'],
  ...['/manage-products/import', '/manage-products/pictures', '/price-lists', '/companies'],
  ...['/shop', '/texts', '/blogs', '/pages', '/manage-reviews'],
].map((path) => `/dashboard${path}`)
