/** Carries the IP address of a request to better-auth; set only by the shop. */
export const ADDRESS_HEADER = 'forgewell-client-address'
