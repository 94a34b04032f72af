export type DemoAccount = {
  /** The OpenID Connect subject; it never changes, even when the e-mail does. */
  sub: string
  name: string
  email: string
  isVerified: boolean
  image?: string
}

export const demoAccounts: DemoAccount[] = [
  {
    sub: '100000000000000000001',
    name: 'Greta Forge',
    email: 'greta@gmail.example',
    isVerified: true,
  },
  {
    sub: '100000000000000000002',
    name: 'Otto Amboss',
    email: 'otto@gmail.example',
    isVerified: true,
  },
]

export function claimsOf(account: DemoAccount) {
  return {
    sub: account.sub,
    email: account.email,
    email_verified: account.isVerified,
    name: account.name,
    ...(account.image && { image: account.image }),
  }
}
