/** Who buys in the demo's business. Nobody of them can sign in, but for the buyer whose login is printed. */
export type DemoPerson = { name: string; email: string; address: DemoAddress }

type DemoAddress = { street: string; city: string; region: string; postcode: string }

export type DemoCompany = {
  name: string
  group: 'Dealers' | 'Schools'
  erpNumber: string
  taxExemption?: string
  /** The rows of its contract. */
  contract?: object[]
  members: DemoPerson[]
}

const toledo = {
  street: '400 Switchyard Road',
  city: 'Toledo',
  region: 'OH',
  postcode: '43604',
}
const duluth = { street: '18 Slipway Lane', city: 'Duluth', region: 'MN', postcode: '55802' }
const lima = { street: '2200 Campus Drive', city: 'Lima', region: 'OH', postcode: '45804' }
const burlington = { street: '77 Main Street', city: 'Burlington', region: 'VT', postcode: '05401' }

export const demoCompanies: DemoCompany[] = [
  {
    name: 'Northgate Rail Works',
    group: 'Dealers',
    erpNumber: 'C-1042',
    contract: [
      { sku: 'FW-1013', percent: 15 },
      { sku: 'FW-1013', minQuantity: 200, percent: 22 },
      { sku: 'FW-4016', percent: 12 },
      { sku: 'FW-5180', percent: 12 },
    ],
    members: [
      { name: 'Dana Cole', email: 'dana.cole@northgate.example', address: toledo },
      { name: 'Luis Ortega', email: 'luis.ortega@northgate.example', address: toledo },
    ],
  },
  {
    name: 'Halvorsen Boatyard',
    group: 'Dealers',
    erpNumber: 'C-1057',
    members: [{ name: 'Ingrid Halvorsen', email: 'ingrid@halvorsen.example', address: duluth }],
  },
  {
    name: 'Tri-County Technical College',
    group: 'Schools',
    erpNumber: 'C-1063',
    taxExemption: 'OH-EX-20417',
    members: [{ name: 'Marcus Reed', email: 'marcus.reed@tricounty.example', address: lima }],
  },
  {
    name: 'Pelham & Sons Hardware',
    group: 'Dealers',
    erpNumber: 'C-1071',
    members: [
      { name: 'Ruth Pelham', email: 'ruth@pelham.example', address: burlington },
      { name: 'Theo Pelham', email: 'theo@pelham.example', address: burlington },
    ],
  },
]

const person = (name: string, street: string, city: string, region: string, postcode: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@mail.example`,
  address: { street, city, region, postcode },
})

/** Buyers without a company. */
const demoBuyers: DemoPerson[] = [
  person('Alice Brandt', '9 Foundry Street', 'Milwaukee', 'WI', '53204'),
  person('Ben Okafor', '310 Harbor Avenue', 'Tacoma', 'WA', '98402'),
  person('Carla Nunez', '52 Mesa Road', 'Albuquerque', 'NM', '87102'),
  person('Derek Shaw', '1408 Mill Street', 'Allentown', 'PA', '18102'),
  person('Emi Tanaka', '6 Cannery Row', 'Astoria', 'OR', '97103'),
  person('Farid Haddad', '230 Michigan Avenue', 'Dearborn', 'MI', '48126'),
  person('Greta Olsen', '81 Quarry Road', 'Barre', 'VT', '05641'),
  person('Henry Walsh', '15 Depot Square', 'Altoona', 'PA', '16601'),
]

/** All who buy; members of companies come first. */
export const demoPeople = [...demoCompanies.flatMap(({ members }) => members), ...demoBuyers]
