import { href } from 'react-router'
import type { CurrentUser } from '#shop/auth/auth.ts'

/** The dashboard's menu by role, in the specified order (product 2.7). */
const menus = {
  buyer: [
    { text: 'My Orders', to: href('/dashboard/orders') },
    { text: 'Add a review', to: href('/dashboard/review') },
    { text: 'My Profile', to: href('/dashboard/profile') },
  ],
  admin: [
    { text: 'My Profile', to: href('/dashboard/profile') },
    { text: 'Manage Users', to: href('/dashboard/manage-users') },
    { text: 'Add Product', to: href('/dashboard/add-product') },
    { text: 'Manage Product', to: href('/dashboard/manage-products') },
    { text: 'Manage Orders', to: href('/dashboard/manage-orders') },
  ],
}

export function menuFor(currentUser: Pick<CurrentUser, 'isAdmin'>) {
  return currentUser.isAdmin ? menus.admin : menus.buyer
}
