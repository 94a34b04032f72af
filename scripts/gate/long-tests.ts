/**
 * The database tests that take longest; together, as long as all others. `npm test -- quick` leaves
 * them out, `npm test` runs them.
 */
export const LONG_TESTS = [
  'src/operations/invariants.db.test.ts',
  'src/operations/reconciler.db.test.ts',
  'src/seed/variants/seed-products.db.test.ts',
  'src/shop/auth/email-verification/email-verification.db.test.ts',
  'src/shop/auth/google/google-attacks.db.test.ts',
  'src/shop/auth/google/reclaimed-account.db.test.ts',
  'src/shop/auth/password/reset-password.db.test.ts',
  'src/shop/auth/password/reset-reclaims.db.test.ts',
  'src/shop/auth/sign-in/sign-in-limits.db.test.ts',
  'src/shop/catalogue/admin/admin-products-api.db.test.ts',
  'src/shop/catalogue/admin/edit/uploads/upload-images.db.test.ts',
  'src/shop/catalogue/list-sections.db.test.ts',
  'src/shop/catalogue/search/search-api.db.test.ts',
  'src/shop/dashboard/admin-overview.db.test.ts',
  'src/shop/documents/documents.db.test.ts',
  'src/shop/orders/admin/manage-orders.db.test.ts',
  'src/shop/orders/anonymize-orders.db.test.ts',
  'src/shop/orders/purchase/denial-of-inventory.db.test.ts',
  'src/shop/orders/purchase/order-list.db.test.ts',
  'src/shop/payments/cancel-against-pay.db.test.ts',
  'src/shop/payments/group/pay-orders.db.test.ts',
  'src/shop/payments/group/payment-races.db.test.ts',
  'src/shop/payments/group/payments-gone-wrong.db.test.ts',
  'src/shop/payments/provider/provider-faults.db.test.ts',
  'src/shop/reviews/own-review.db.test.ts',
]
