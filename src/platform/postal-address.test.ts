import { expect, test } from 'vitest'
import { countryCodes, countryName } from './countries.ts'
import { addressLines, type PostalAddress, regionIn, regionLabel } from './postal-address.ts'

function address(written: string): PostalAddress {
  const [street = '', city = '', region = '', postcode = '', country = ''] = written.split(' / ')
  return { street, city, region, postcode, country }
}

test.each([
  ['1 Elm St / Hollywood / CA / 91601 / United States', 'Hollywood, CA 91601'],
  ['1 Elm St / Hollywood / CA / 91601 / USA', 'Hollywood, CA 91601'],
  ['1 Elm St / Hollywood /  / 91601 / United States', 'Hollywood 91601'],
  ['8 New St / Birmingham /  / B3 2EW / United Kingdom', 'Birmingham | B3 2EW'],
  ['8 New St / Birmingham / West Midlands / B3 2EW / England', 'Birmingham | West Midlands | B3 2EW'],
  ['1 rue Peel / Montréal / QC / H3B 1K9 / Canada', 'Montréal QC H3B 1K9'],
  ['Rua A 1 / São Paulo / SP / 04829-310 / Brazil', 'São Paulo-SP | 04829-310'],
  ['Am Markt 1 / Berlin /  / 10115 / Germany', '10115 Berlin'],
  ['3 rue Mouffetard / Paris /  / 75005 / France', '75005 Paris'],
  ['1-1 Marunouchi / Chiyoda-ku / Tokyo / 100-0005 / Japan', 'Chiyoda-ku, Tokyo 100-0005'],
  ['5 Smith St / Fitzroy / VIC / 3065 / Australia', 'Fitzroy VIC 3065'],
  ['2 Main St / Kinsale / Co. Cork / P17 AB12 / Ireland', 'Kinsale | Co. Cork | P17 AB12'],
  ['Dam 1 / Amsterdam /  / 1012 JS / Netherlands', '1012 JS Amsterdam'],
  ['Via Roma 1 / Fiesole / FI / 50014 / Italy', '50014 Fiesole FI'],
  ['Calle Mayor 1 / Elche / Alicante / 03202 / Spain', '03202 Elche Alicante'],
  ['1 Nanjing Rd / Suzhou / Jiangsu / 215000 / China', 'Suzhou | Jiangsu, 215000'],
  ['Reforma 1 / Puebla / PUE / 72000 / Mexico', '72000 Puebla, PUE'],
  ['1 MG Road / Bengaluru / Karnataka / 560001 / India', 'Bengaluru 560001 | Karnataka'],
  ['1 Airport Rd / Al Ain / Abu Dhabi / 999 / United Arab Emirates', 'Al Ain | Abu Dhabi | 999'],
  // Countries without a format of their own, and texts that are no country.
  ['1 High St / Accra /  / GA1 / Ghana', 'GA1 Accra'],
  ['1 High St / Nowhere /  / 7 / Atlantis', '7 Nowhere'],
])('%s', (written, lines) => {
  const { street, country } = address(written)
  expect(addressLines(address(written))).toEqual([street, ...lines.split(' | '), country])
})

test('without a country, a region makes the address American', () => {
  expect(addressLines(address('1 Elm St / Detroit / MI / 48226 / '))).toEqual([
    ...['1 Elm St', 'Detroit, MI 48226'],
  ])
})

test.each([
  ['丸の内1-1 / 千代田区 / 東京都 / 100-0005 / Japan', '100-0005 | 東京都千代田区 | 丸の内1-1'],
  ['세종대로 1 / 중구 / 서울 / 04524 / South Korea', '서울 중구 | 세종대로 1 | 04524'],
])('an address in the own script begins with the largest part: %s', (written, lines) => {
  expect(addressLines(address(written))).toEqual([...lines.split(' | '), address(written).country])
})

test('no country loses a part of an address or writes one twice', () => {
  for (const country of ['', 'Atlantis', ...countryCodes.map(countryName)]) {
    for (const [one, two] of [
      ['s1', 'c2'],
      ['通り', '市内'],
    ] as const) {
      const parts = [one, two, 'r3', 'p4']
      const text = addressLines(address([...parts, country].join(' / '))).join('\n')
      for (const part of parts) expect(text.split(part), `${country}: ${text}`).toHaveLength(2)
    }
    const [only] = addressLines(address(` /  /  / p4 / ${country}`))
    expect(only, country).toBe('p4')
  }
})

test.each([
  ['United States', 'State'],
  ['canada ', 'Province'],
  ['Ireland', 'County'],
  ['Japan', 'Prefecture'],
  ['U.S.A.', 'State'],
  ['CA', 'Province'],
  ['Germany', null],
  ['United Kingdom', null],
])('the region of an address in “%s” is called %s', (country, label) => {
  expect(regionLabel(country, '')).toBe(label)
  expect(regionIn(country, 'CA')).toBe(label === null ? '' : 'CA')
})

test.each(['', 'Atlantis', 'Ca', 'In', 'It'])('“%s” is no country, but may have a region', (country) => {
  expect(regionLabel(country, '')).toBeNull()
  expect(regionLabel(country, 'CA')).toBe('State or region')
  expect(regionIn(country, 'CA')).toBe('CA')
})
