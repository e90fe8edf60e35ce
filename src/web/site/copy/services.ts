// Long because the texts of all eight services are compared with each other.
import type { PlanFamily } from '#modules/plans/model.ts'
import type { SceneName } from '#ui/art/engraving.tsx'
import {
  briefcase,
  buildings,
  chartLine,
  coins,
  currencyBtc,
  image,
  piggyBank,
  swap,
} from '#ui/icons.ts'

/** An asset class as the site explains it. It contains no figures, and no promises. */
export type Service = {
  path: string
  name: string
  /** Shown after its name in menus and lists. */
  hint: string
  icon: string
  scene: SceneName
  /** The risk from 1 to 7. */
  risk: number
  title: string
  description: string
  lead: string
  about: readonly string[]
  earns: readonly string[]
  wrong: readonly string[]
  costs: readonly string[]
  leaving: string
  /** The family of plans that invest in it. */
  family?: PlanFamily | undefined
}

export const SERVICES: readonly Service[] = [
  {
    path: '/realestate',
    name: 'Real estate',
    hint: 'Rented homes and offices',
    icon: buildings,
    scene: 'street',
    risk: 4,
    title: 'Real estate',
    description:
      'Rented homes and offices: what they earn, what they cost, what can go wrong and how ' +
      'you can withdraw.',
    lead: 'Rented homes and offices. You share in the rent collected and in the sale proceeds.',
    about: [
      'We buy or lend against rented buildings. Each is recorded at cost.',
      'Buildings take time to sell, so these plans run for six months to two years.',
    ],
    earns: [
      'Rent, after repairs, insurance and vacancy',
      'Interest on secured loans',
      'Gains or losses on sale',
    ],
    wrong: [
      'A flat is empty, or its tenant doesn’t pay: a month without income is a month ' +
        'without a return.',
      'Prices fall. A building sold then brings less than it cost, and all members of the ' +
        'plan share the loss.',
      'Interest rates rise and borrowing costs more.',
    ],
    costs: [
      'Repairs, insurance and local taxes come off the rent before it is income',
      'Buying and selling costs come off the result of a sale',
    ],
    leaving:
      'You can withdraw principal on the plan’s terms. Property can’t be sold in part, so ' +
      'expect the full notice period in a weak market.',
    family: 'real_estate',
  },
  {
    path: '/retirement',
    name: 'Retirement',
    hint: 'Target-date portfolios',
    icon: piggyBank,
    scene: 'rings',
    risk: 3,
    title: 'Retirement',
    description:
      'A portfolio for decades that grows more cautious as the date approaches, with its ' +
      'costs and risks.',
    lead:
      'A portfolio for decades, not for months. It holds more volatile assets while ' +
      'retirement is far off, and fewer of them as it approaches.',
    about: [
      'A mix of shares, bonds and property with a target date. Each year part of the ' +
        'volatile assets is exchanged for less volatile ones.',
      'It isn’t a regulated pension or insurance. It doesn’t pay for life: what is in it is ' +
        'yours, and can run out.',
    ],
    earns: ['Dividends and interest', 'What the holdings gain, and what they lose'],
    wrong: [
      'Markets can be weak for a decade; if you must sell then, you sell low.',
      'Inflation exceeds the growth, and your money buys less than you put in.',
      'De-risking too early costs growth; too late adds risk.',
    ],
    costs: [
      'The costs of the funds inside come off their own prices',
      'A year’s rebalancing costs its trades',
    ],
    leaving: 'Any day the plan allows, at the prices of that day.',
  },
  {
    path: '/gold',
    name: 'Gold',
    hint: 'Allocated bars in a vault',
    icon: coins,
    scene: 'ingots',
    risk: 4,
    title: 'Gold',
    description:
      'Allocated, numbered bars in a vault: what gold does, what it doesn’t, and what ' +
      'storage costs.',
    lead:
      'Numbered bars, stored in a vault in their owners’ names. Gold pays no income; it’s ' +
      'worth what the next buyer will pay.',
    about: [
      'Allocated means that particular bars are yours in part, and no bank’s promise to ' +
        'deliver some.',
      'Gold earns no rent and no interest. It is held because it has often held its value when ' +
        'other assets didn’t. Often is not always.',
    ],
    earns: ['Gains or losses on sale', 'Nothing in between'],
    wrong: [
      'The price falls for years. It has fallen for 20 years at a stretch before.',
      'Storage and insurance cost every year, whether or not the price moves.',
      'It is priced in dollars: your own money may move against you.',
    ],
    costs: ['Vault and insurance by the year', 'The spread between buying and selling'],
    leaving:
      'Bars are sold on working days at the current price; the money follows when the buyer ' +
      'has paid.',
  },
  {
    path: '/crypto',
    name: 'Crypto',
    hint: 'Bitcoin, Ether and selected coins',
    icon: currencyBtc,
    scene: 'chained',
    risk: 7,
    title: 'Crypto',
    description:
      'Bitcoin, Ether and selected coins: how they earn, how they lose, who holds the keys ' +
      'and what that means.',
    lead:
      'Bitcoin, Ether and selected coins. They can halve in a month and have done so, more ' +
      'than once. Only invest what you can afford to lose.',
    about: [
      'We hold crypto in our own wallets, trade some of it and lend none of it. We publish ' +
        'our holdings of each coin against what we owe.',
      'A transaction can’t be taken back. That is why each address is checked, and a new ' +
        'one may have to wait before it is used.',
    ],
    earns: ['Trading results after costs', 'Gains or losses of the coin itself'],
    wrong: [
      'The price falls by half, or by all of it.',
      'Keys are lost or stolen. There is no bank behind them and no scheme that repays you.',
      'Regulation changes, and what was easy to sell no longer is.',
    ],
    costs: ['Network fees at cost, shown before you send', 'Trading costs come off the result'],
    leaving: 'On the plan’s terms, in crypto, at the rate when your withdrawal is approved.',
    family: 'crypto',
  },
  {
    path: '/nfts',
    name: 'NFTs',
    hint: 'NFT collections with verified provenance',
    icon: image,
    scene: 'mosaic',
    risk: 7,
    title: 'NFTs',
    description:
      'Collections with an ownership history on the blockchain, priced by few buyers: what ' +
      'that means for you.',
    lead:
      'One-off tokens whose ownership history is on the blockchain. Each is worth what one ' +
      'buyer pays for it, and some day there may be none.',
    about: [
      'We buy few, from collections whose makers and owners can be looked up, and write ' +
        'down what each cost.',
      'A token proves who owns the token. It proves nothing about the picture, its rights ' +
        'or its worth.',
    ],
    earns: ['Gains or losses on sale', 'Royalties where a collection pays them to holders'],
    wrong: [
      'There is no buyer. A piece without a buyer is worth nothing, whatever was paid for it.',
      'Few people set the prices, sometimes the sellers themselves.',
      'A marketplace closes and takes the pictures with it.',
    ],
    costs: ['Marketplace and network fees at buying and at selling', 'No fee for holding'],
    leaving:
      'When a piece is sold, and not before. Plans that hold any say how long that can take.',
  },
  {
    path: '/stocks',
    name: 'Stocks & ETFs',
    hint: 'Listed shares and index funds',
    icon: chartLine,
    scene: 'strata',
    risk: 5,
    title: 'Stocks & ETFs',
    description:
      'Listed shares and funds that follow an index: dividends, prices, costs, and the ' +
      'years in which they fall.',
    lead:
      'Shares of listed companies, one by one or a whole index at a time. Owners share what a ' +
      'company earns, and what it loses.',
    about: [
      'Funds that follow an index (ETFs) hold hundreds of companies at a low cost. Single ' +
        'shares are fewer and swing further.',
      'Everything is bought at an exchange, at a publicly quoted price.',
    ],
    earns: ['Dividends paid', 'What shares gain, and what they lose'],
    wrong: [
      'Markets fall by a third and take years to come back. Some companies never do.',
      'Many funds hold the same few large companies: ten funds don’t spread it ten times as far.',
      'A currency moves against the shares that are priced in it.',
    ],
    costs: [
      'A fund’s own yearly cost comes off its price',
      'Exchange and broker fees come off each trade',
    ],
    leaving:
      'On any trading day; the money arrives when the trade is settled, usually one or two ' +
      'days later.',
  },
  {
    path: '/forex',
    name: 'Forex',
    hint: 'Major pairs, leverage capped',
    icon: swap,
    scene: 'beats',
    risk: 6,
    title: 'Forex',
    description:
      'Major currency pairs with capped leverage: how small moves are multiplied, and what ' +
      'that means for losses.',
    lead:
      'One currency against another. The moves are small, so they are multiplied, and so are ' +
      'the losses.',
    about: [
      'We trade major pairs only, with leverage limits, and close positions that reach ' +
        'their limit.',
      'There is no income in a currency pair. One side of each trade loses what the other ' +
        'gains, less costs.',
    ],
    earns: [
      'Trading results after costs',
      'Interest differences between two currencies, which can also cost',
    ],
    wrong: [
      'Prices can gap past stop-losses without warning.',
      'Leveraged losses can take all of a position.',
      'Most people who trade currencies lose. We publish each month’s result so that you ' +
        'see which side we were on.',
    ],
    costs: ['The spread at each trade', 'Overnight financing while a position is open'],
    leaving: 'On the plan’s terms. Open positions are closed first, at the current price.',
  },
  {
    path: '/private-equity',
    name: 'Private equity',
    hint: 'Unlisted companies, illiquid',
    icon: briefcase,
    scene: 'circles',
    risk: 6,
    title: 'Private equity',
    description:
      'Shares in unlisted companies: few, illiquid, and valued at the next funding round.',
    lead:
      'Shares in companies that no exchange lists. There are few of them, they are slow to ' +
      'sell, and some of them fail.',
    about: [
      'We invest in few companies at a time, review their accounts ourselves and stay for years.',
      'Between two funding rounds there is no market price. Until a sale shows another ' +
        'price, we carry a share at cost.',
    ],
    earns: ['What a company pays its owners', 'Gains or losses on sale, often after many years'],
    wrong: [
      'A company fails and its shares are worth nothing. With few holdings, one failure hurts.',
      'There is no buyer when you want to sell.',
      'New share issues dilute yours.',
    ],
    costs: ['Lawyers and accountants when buying and selling', 'No yearly fee on what is unsold'],
    leaving:
      'The least liquid. Plans that hold unlisted shares state a notice period, and the ' +
      'queue is visible to every member in it.',
  },
]

/** Finds the service at an address. */
export const findService = (path: string): Service | undefined =>
  SERVICES.find((one) => one.path === path)

/** Returns the services shown; null shows all. */
export const listOfferedServices = (offered: readonly string[] | null): readonly Service[] =>
  SERVICES.filter(({ path }) => !offered || offered.includes(path))
