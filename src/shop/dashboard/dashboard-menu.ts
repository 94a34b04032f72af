import type { Viewer } from '#shop/accounts/account.ts'

const buyerMenu = [{ text: 'My Orders', to: '/dashboard/orders' }]

/** The drawer's links for this viewer (spec 2). */
export function menuFor(_viewer: Viewer) {
  return buyerMenu
}
