/**
 * The input attributes of address fields: `<TextField control={control} {...addressInputs.city}
 * />`.
 */
export const addressInputs = {
  address: { name: 'address', label: 'Address', autoComplete: 'street-address' },
  city: { name: 'city', label: 'City', autoComplete: 'address-level2' },
  postcode: { name: 'postcode', label: 'Postcode', autoComplete: 'postal-code' },
  country: { name: 'country', label: 'Country', autoComplete: 'country-name' },
} as const
