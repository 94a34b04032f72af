import type { CurrentUser } from '#shop/auth/auth.ts'

/** The menu of the dashboard by role, in the specification's order (product 2.7). */
const menus = {
  buyer: [
    { text: 'My Orders', to: '/dashboard/orders' },
    { text: 'Add a review', to: '/dashboard/review' },
    { text: 'My Profile', to: '/dashboard/profile' },
  ],
  admin: [
    { text: 'My Profile', to: '/dashboard/profile' },
    { text: 'Manage Users', to: '/dashboard/manage-users' },
    { text: 'Add Product', to: '/dashboard/add-product' },
    { text: 'Manage Product', to: '/dashboard/manage-products' },
    { text: 'Manage Orders', to: '/dashboard/manage-orders' },
  ],
}

export function menuFor(viewer: Pick<CurrentUser, 'isAdmin'>) {
  return viewer.isAdmin ? menus.admin : menus.buyer
}
