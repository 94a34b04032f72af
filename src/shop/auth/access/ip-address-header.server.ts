/** Carries the IP address of a request to better-auth; set only by the shop. */
export const IP_ADDRESS_HEADER = 'forgewell-client-address'
