import { index, type RouteConfig, route } from '@react-router/dev/routes'

// Every page of the shop, in the specification's order.
export default [
  index('shop/storefront/home-page.tsx'),
  route('purchase', 'shop/storefront/all-tools-page.tsx'),
  route('purchase/:id', 'shop/orders/purchase-page.tsx'),
  route('blogs', 'shop/blog/blog-list-page.tsx'),
  route('blogs/:id', 'shop/blog/blog-post-page.tsx'),
  route('about-me', 'shop/storefront/portfolio-page.tsx'),
  route('reviews', 'shop/reviews/reviews-page.tsx'),
  route('login', 'shop/accounts/login-page.tsx'),
  route('signed-in', 'shop/accounts/signed-in-page.tsx'),
  route('register', 'shop/accounts/register-page.tsx'),
  route('reset-password', 'shop/accounts/reset-password-page.tsx'),
  route('contact', 'shop/storefront/contact-page.tsx'),
  route('dashboard', 'shop/dashboard/dashboard-layout.tsx', [
    index('shop/dashboard/welcome-page.tsx'),
    route('orders', 'shop/orders/my-orders-page.tsx'),
    route('orders/:id', 'shop/orders/order-page.tsx'),
    route('orders/payment/:id', 'shop/payments/payment-page.tsx'),
    route('review', 'shop/reviews/my-review-page.tsx'),
    route('profile', 'shop/accounts/profile-page.tsx'),
    route('manage-users', 'shop/accounts/manage-users-page.tsx'),
    route('add-product', 'shop/catalogue/add-product-page.tsx'),
    route('manage-products', 'shop/catalogue/manage-products-page.tsx'),
    route('manage-products/:id', 'shop/catalogue/edit-product-page.tsx'),
    route('manage-orders', 'shop/orders/manage-orders-page.tsx'),
  ]),
  route('*', 'shop/storefront/not-found-page.tsx'),
] satisfies RouteConfig
