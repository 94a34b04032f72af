import { href, matchPath } from 'react-router'
import type { CurrentUser } from '#shop/auth/auth.ts'

type MenuLink = {
  text: string
  to: string
  /** Further paths whose pages belong to the link. */
  also?: string[]
}

type MenuGroup = { title: string; links: MenuLink[] }

const payments = href('/dashboard/payments/:id', { id: '' })
const customers = href('/dashboard/customers/:id', { id: '' })
const profile = { text: 'My Profile', to: href('/dashboard/profile') }
const accountPages = [
  { text: 'Order list', to: href('/order-list') },
  { text: 'Security', to: href('/dashboard/security') },
]

/** The dashboard's menu by role: the specified entries in their order (product 2.7), then further groups. */
const menus: Record<'buyer' | 'admin', MenuGroup[]> = {
  buyer: [
    {
      title: 'Dashboard',
      links: [
        { text: 'My Orders', to: href('/dashboard/orders'), also: [payments] },
        { text: 'Add a review', to: href('/dashboard/review') },
        profile,
      ],
    },
    { title: 'Account', links: accountPages },
  ],
  admin: [
    {
      title: 'Dashboard',
      links: [
        profile,
        {
          text: 'Manage Users',
          to: href('/dashboard/manage-users'),
          also: [customers],
        },
        { text: 'Add Product', to: href('/dashboard/add-product') },
        { text: 'Manage Product', to: href('/dashboard/manage-products') },
        {
          text: 'Manage Orders',
          to: href('/dashboard/manage-orders'),
          also: [href('/dashboard/orders'), payments],
        },
      ],
    },
    {
      title: 'Catalogue',
      links: [
        { text: 'Categories', to: href('/dashboard/categories') },
        { text: 'Families', to: href('/dashboard/families') },
        { text: 'Synonyms', to: href('/dashboard/search') },
        { text: 'Price lists', to: href('/dashboard/price-lists') },
        { text: 'Pictures', to: href('/dashboard/manage-products/pictures') },
        { text: 'Import products', to: href('/dashboard/manage-products/import') },
      ],
    },
    {
      title: 'Business',
      links: [
        { text: 'Shipping', to: href('/dashboard/shipping') },
        { text: 'Returns', to: href('/dashboard/returns') },
        { text: 'Companies', to: href('/dashboard/companies') },
        { text: 'Messages', to: href('/dashboard/messages') },
        { text: 'Reserved stock', to: href('/dashboard/held-stock') },
      ],
    },
    {
      title: 'Content',
      links: [
        { text: 'Shop', to: href('/dashboard/shop') },
        { text: 'Numbers', to: href('/dashboard/numbers') },
        { text: 'Old addresses', to: href('/dashboard/redirects') },
        { text: 'Menu, footer and portfolio', to: href('/dashboard/texts') },
        { text: 'Blog posts', to: href('/dashboard/blogs') },
        { text: 'Legal pages', to: href('/dashboard/pages') },
        { text: 'Manage Reviews', to: href('/dashboard/manage-reviews') },
      ],
    },
    { title: 'Account', links: accountPages },
  ],
}

export function menuFor(currentUser: Pick<CurrentUser, 'isAdmin'>): MenuGroup[] {
  return currentUser.isAdmin ? menus.admin : menus.buyer
}

/** Returns the link to a page or, of those that lead to it, the nearest. */
export function currentLink(menu: MenuGroup[], pathname: string): MenuLink | undefined {
  const leading = menu
    .flatMap(({ links }) => links)
    .flatMap((link) => [link.to, ...(link.also ?? [])].map((path) => ({ link, path })))
    .filter(({ path }) => matchPath({ path, end: false }, pathname) !== null)
  return leading.toSorted((a, b) => b.path.length - a.path.length)[0]?.link
}
