import { index, type RouteConfig, route } from '@react-router/dev/routes'

// Every page of the shop, in the specification's order.
export default [
  index('shop/storefront/home-page.tsx'),
  route('purchase', 'shop/storefront/all-tools-page.tsx'),
  route('purchase/:id', 'shop/orders/purchase-page.tsx'),
  route('login', 'shop/accounts/login-page.tsx'),
  route('register', 'shop/accounts/register-page.tsx'),
  route('dashboard', 'shop/dashboard/dashboard-layout.tsx', [
    index('shop/dashboard/welcome-page.tsx'),
    route('orders', 'shop/orders/my-orders-page.tsx'),
    route('orders/payment/:id', 'shop/payments/payment-page.tsx'),
  ]),
  route('*', 'shop/storefront/not-found-page.tsx'),
] satisfies RouteConfig
