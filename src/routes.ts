import { index, type RouteConfig, route } from '@react-router/dev/routes'

// All pages, in the order of docs/product.md.
export default [
  index('shop/home/home-page.tsx'),
  route('purchase', 'shop/home/all-products-page.tsx'),
  route('purchase/:id', 'shop/orders/purchase/purchase-page.tsx'),
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
    route('orders', 'shop/orders/history/my-orders-page.tsx'),
    route('orders/:id', 'shop/orders/history/order-page.tsx'),
    route('orders/payment/:id', 'shop/payments/payment-page.tsx'),
    route('review', 'shop/reviews/my-review-page.tsx'),
    route('profile', 'shop/users/profile-page.tsx'),
    route('security', 'shop/auth/security/security-page.tsx'),
    route('manage-users', 'shop/users/admin/manage-users-page.tsx'),
    route('add-product', 'shop/catalogue/admin/edit/add-product-page.tsx'),
    route('manage-products', 'shop/catalogue/admin/manage-products-page.tsx'),
    route('manage-products/:id', 'shop/catalogue/admin/edit/edit-product-page.tsx'),
    route('manage-orders', 'shop/orders/admin/manage-orders-page.tsx'),
    route('held-stock', 'shop/orders/admin/held-stock-page.tsx'),
  ]),
  route('*', 'shop/site/not-found-page.tsx'),
] satisfies RouteConfig
