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

/** An asset class as the site explains it, without figures or promises. */
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
      'Rented homes and offices: how they earn, what they cost, what can go wrong and how ' +
      'quickly you can withdraw.',
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
      'A property is vacant or a tenant doesn’t pay, and there is no rental income.',
      'Prices fall, a building sells for less than it cost, and all members of the plan share ' +
        'the loss.',
      'Interest rates rise and borrowing costs more.',
    ],
    costs: [
      'Repairs, insurance and local taxes are deducted from the rent',
      'Buying and selling costs are deducted from the sale proceeds',
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
      'A long-term portfolio that becomes more cautious as your target date approaches, with ' +
      'its costs and risks.',
    lead:
      'A portfolio for decades, not months. It holds riskier assets while retirement is far ' +
      'off and shifts to less risky ones as it approaches.',
    about: [
      'A mix of shares, bonds and property with a target date. Each year, some of the riskier ' +
        'assets are exchanged for less risky ones.',
      'It isn’t a regulated pension or insurance, and it doesn’t pay for life. Your savings can ' +
        'run out.',
    ],
    earns: ['Dividends and interest', 'Gains or losses on the holdings'],
    wrong: [
      'Markets can be weak for a decade. If you must sell then, you sell low.',
      'Inflation exceeds growth, and your money buys less than when you invested it.',
      'De-risking too early costs growth. De-risking too late adds risk.',
    ],
    costs: [
      'Fund costs are included in the price of each fund',
      'Trading costs of the yearly rebalancing',
    ],
    leaving: 'On any day that the plan allows, at that day’s prices.',
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
      'Allocated, numbered bars in a vault: why people hold gold, what can go wrong and what ' +
      'storage costs.',
    lead:
      'Numbered bars, stored in a vault in their owners’ names. Gold pays no income and is ' +
      'worth what the next buyer will pay.',
    about: [
      'Allocated gold means that you own a share of specific bars, not a claim on a bank’s ' +
        'stock.',
      'Gold earns no interest. People hold it because it has often held its value when other ' +
        'assets fell. It doesn’t always.',
    ],
    earns: ['Gains or losses on sale', 'No income while it is held'],
    wrong: [
      'The price falls for years. It has fallen for 20 years at a stretch before.',
      'Storage and insurance cost money every year, whatever the price does.',
      'Gold is priced in US dollars, so exchange rates can work against you.',
    ],
    costs: ['Annual storage and insurance', 'The spread between buying and selling prices'],
    leaving:
      'Bars are sold on business days at the current price, and you are paid once the buyer has ' +
      'paid.',
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
      'and what that means for you.',
    lead:
      'Bitcoin, Ether and selected coins. Prices have halved within a month more than once. ' +
      'Only invest what you can afford to lose.',
    about: [
      'We hold crypto in our own wallets, trade some of it and lend none of it. We publish how ' +
        'much of each coin we hold.',
      'Crypto transactions can’t be reversed. That is why every withdrawal address is checked ' +
        'and a new one may have a waiting period.',
    ],
    earns: ['Trading results after costs', 'Gains or losses on the coins held'],
    wrong: [
      'The price halves, or falls to zero.',
      'Keys are lost or stolen. No bank or compensation scheme covers the loss.',
      'Regulation changes, and a coin becomes hard to sell.',
    ],
    costs: ['The withdrawal fee, shown in advance', 'Trading costs, deducted from the result'],
    leaving:
      'On the plan’s terms. Withdrawals are paid in crypto, at the rate when they are approved.',
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
      'One-off tokens with an ownership history on the blockchain: how they earn and what can ' +
      'go wrong.',
    lead:
      'One-off tokens whose ownership history is on the blockchain. Each is worth what a buyer ' +
      'will pay for it, and there may be no buyer.',
    about: [
      'We buy a small number, from collections whose creators and owners can be verified, and ' +
        'record each at cost.',
      'A token proves who owns the token. It doesn’t prove rights to the image or what it is ' +
        'worth.',
    ],
    earns: ['Gains or losses on sale', 'Royalties, if the collection pays them to holders'],
    wrong: [
      'There is no buyer, and a token is worth nothing, whatever it cost.',
      'A few people set the prices, sometimes the sellers themselves.',
      'A marketplace closes, and the images disappear with it.',
    ],
    costs: ['Marketplace and network fees on purchase and sale', 'No fee for holding'],
    leaving: 'Only once a token is sold. Plans that hold NFTs state how long that can take.',
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
      'Listed shares and index funds: how they earn, what they cost and what can go wrong.',
    lead:
      'Shares in listed companies, individually or through an index fund. Shareholders share in ' +
      'what a company earns and what it loses.',
    about: [
      'Exchange-traded funds (ETFs) hold hundreds of companies at low cost. Individual shares ' +
        'are more volatile.',
      'All shares and funds are bought on an exchange at a publicly quoted price.',
    ],
    earns: ['Dividends', 'Gains or losses on the shares'],
    wrong: [
      'Markets fall by a third and take years to recover. Some companies never do.',
      'Many funds hold the same few large companies, so holding more funds may add little ' +
        'diversification.',
      'Exchange rates move against the currency your shares are priced in.',
    ],
    costs: [
      'Annual fund costs, included in the fund’s price',
      'Exchange and broker fees on each trade',
    ],
    leaving:
      'On any trading day. You are paid once the trade has settled, usually one or two days ' +
      'later.',
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
      'Major currency pairs with capped leverage: how they earn, and how leverage multiplies ' +
      'losses.',
    lead:
      'Trading one currency against another. Price moves are small, so trades use leverage, ' +
      'which multiplies gains and losses.',
    about: [
      'We trade major pairs only, with leverage limits, and close positions that reach their ' +
        'loss limit.',
      'A currency pair pays no income of its own. In each trade, one side gains what the other ' +
        'loses, before costs.',
    ],
    earns: [
      'Trading results after costs',
      'Interest rate differences between two currencies, which can also be a cost',
    ],
    wrong: [
      'Prices can gap past stop-losses without warning.',
      'Leveraged losses can wipe out an entire position.',
      'Most people who trade currencies lose money. We publish the result of each month, ' +
        'including losses.',
    ],
    costs: ['The spread on each trade', 'Overnight financing while a position is open'],
    leaving: 'On the plan’s terms. Open trades are closed first, at the current price.',
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
      'Shares in unlisted companies: how they earn, how they are valued and why they are hard ' +
      'to sell.',
    lead:
      'Shares in companies that are not listed on an exchange. They are slow to sell, and some ' +
      'companies fail.',
    about: [
      'We invest in a few companies at a time, review their accounts ourselves and hold them ' +
        'for years.',
      'There is no market price between funding rounds, so we carry shares at cost until a sale ' +
        'shows another price.',
    ],
    earns: ['Dividends', 'Gains or losses on sale, often after many years'],
    wrong: [
      'A company fails and its shares become worthless. With few holdings, one failure hurts.',
      'There is no buyer when you want to sell.',
      'New share issues dilute your holding.',
    ],
    costs: ['Legal and accounting costs on purchase and sale', 'No annual fee'],
    leaving: 'The least liquid asset class. Plans that hold unlisted shares have a notice period.',
  },
]

/** Finds the service at an address. */
export const findService = (path: string): Service | undefined =>
  SERVICES.find((one) => one.path === path)

/** Returns the services shown; null shows all. */
export const listOfferedServices = (offered: readonly string[] | null): readonly Service[] =>
  SERVICES.filter(({ path }) => !offered || offered.includes(path))
