/** Carries the IP address of a request to better-auth; set only by the shop. */
export const IP_ADDRESS_HEADER = 'forgewell-client-address'

/** Returns the IP address of a request that better-auth handles; null if it is unknown. */
export function ipAddressIn(headers: Headers | null | undefined): string | null {
  return headers?.get(IP_ADDRESS_HEADER) ?? null
}
