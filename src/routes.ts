import { index, type RouteConfig, route } from '@react-router/dev/routes'

// All pages, in the order of docs/product.md.
export default [
  index('shop/home/home-page.tsx'),
  route('purchase', 'shop/catalogue/pages/all-products/all-products-page.tsx'),
  route('purchase/:id', 'shop/orders/purchase/purchase-page.tsx'),
  route('tools', 'shop/catalogue/pages/category/categories-page.tsx'),
  route('tools/category/:slug', 'shop/catalogue/pages/category/category-page.tsx'),
  route('tools/:tool', 'shop/catalogue/pages/product/product-page.tsx'),
  route('compare', 'shop/catalogue/pages/compare/compare-page.tsx'),
  route('order-list', 'shop/order-list/page/order-list-page.tsx'),
  route('order-list/shared/:token', 'shop/order-list/named/shared-list-page.tsx'),
  route('blogs', 'shop/blog/blog-list-page.tsx'),
  route('blogs/:id', 'shop/blog/blog-post-page.tsx'),
  route('about-me', 'shop/portfolio/portfolio-page.tsx'),
  route('reviews', 'shop/reviews/reviews-page.tsx'),
  route('login', 'shop/auth/sign-in/login-page.tsx'),
  route('signed-in', 'shop/auth/sign-in/auth-callback-page.tsx'),
  route('register', 'shop/auth/sign-in/register-page.tsx'),
  route('reset-password', 'shop/auth/password/reset-password-page.tsx'),
  route('verify-email', 'shop/auth/email-verification/verify-email-page.tsx'),
  route('contact', 'shop/contact/contact-page.tsx'),
  route('dashboard', 'shop/dashboard/dashboard-layout.tsx', [
    index('shop/dashboard/welcome-page.tsx'),
    route('orders', 'shop/dashboard/my-orders/my-orders-page.tsx'),
    route('orders/:id', 'shop/orders/page/order-page.tsx'),
    route('orders/payment/:id', 'shop/payments/page/payment-page.tsx'),
    // The same page, for orders that were chosen together.
    route('payments/:id', 'shop/payments/page/payment-page.tsx', { id: 'payment-of-orders' }),
    route('review', 'shop/reviews/my-review-page.tsx'),
    route('profile', 'shop/users/profile-page.tsx'),
    route('security', 'shop/auth/security/security-page.tsx'),
    route('manage-users', 'shop/users/admin/manage-users-page.tsx'),
    route('customers/:id', 'shop/dashboard/customers/customer-page.tsx'),
    route('add-product', 'shop/catalogue/admin/edit/add-product-page.tsx'),
    route('manage-products', 'shop/catalogue/admin/list/manage-products-page.tsx'),
    route('manage-products/:id', 'shop/catalogue/admin/edit/edit-product-page.tsx'),
    route('search', 'shop/catalogue/search/synonyms/manage-search-page.tsx'),
    route('categories', 'shop/catalogue/admin/categories/categories-page.tsx'),
    route('categories/:slug', 'shop/catalogue/admin/categories/category-page.tsx'),
    route('manage-orders', 'shop/dashboard/manage-orders/manage-orders-page.tsx'),
    route('shipping', 'shop/shipping/queue/queue-page.tsx'),
    route('shipping/pack', 'shop/shipping/station/pack-station-page.tsx'),
    route('held-stock', 'shop/orders/admin/held-stock-page.tsx'),
    route('returns', 'shop/returns/page/returns-page.tsx'),
    route('messages', 'shop/contact/inbox/messages-page.tsx'),
  ]),
  // Only in development: every component once.
  ...(process.env.NODE_ENV === 'development'
    ? [route('dev/components', 'dev/components-page.tsx')]
    : []),
  route('*', 'shop/site/not-found-page.tsx'),
] satisfies RouteConfig
