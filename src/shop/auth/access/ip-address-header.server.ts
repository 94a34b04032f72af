/** Carries the network address of a request to better-auth, set by the shop alone. */
export const ADDRESS_HEADER = 'forgewell-client-address'
