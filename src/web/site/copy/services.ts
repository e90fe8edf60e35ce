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
      'Money in rented homes and offices: what it earns, what it costs, what can go wrong ' +
      'and how it can be left.',
    lead:
      'Homes and offices that are let. You share in the rent that was really paid, and in ' +
      'what the buildings are worth when they are sold.',
    about: [
      'We buy, or lend against, buildings that are let or about to be. Each one is written ' +
        'into the books with what it cost.',
      'A building is not sold in an afternoon. That is why the plans that rest on it run ' +
        'for half a year to two years.',
    ],
    earns: [
      'Rent, after repairs, insurance and vacancy',
      'Interest on loans that a building secures',
      'The difference when a building is sold, up or down',
    ],
    wrong: [
      'A flat stands empty, or its tenant doesn’t pay: a month without income is a month ' +
        'without a return.',
      'Prices fall. A building sold then brings less than it cost, and the loss is shared ' +
        'by everybody in the plan.',
      'Rates rise, and what was borrowed costs more than it did.',
    ],
    costs: [
      'Repairs, insurance and local taxes come off the rent before it is income',
      'Buying and selling costs come off the result of a sale',
    ],
    leaving:
      'Principal can be asked for as the plan’s terms say. A building can’t be halved: in a ' +
      'bad market a notice can take its full time.',
    family: 'real_estate',
  },
  {
    path: '/retirement',
    name: 'Retirement',
    hint: 'Long mixes that grow more cautious',
    icon: piggyBank,
    scene: 'rings',
    risk: 3,
    title: 'Retirement',
    description:
      'A mix for decades that grows more cautious as the day comes nearer, with its costs ' +
      'and its risks.',
    lead:
      'A mix for decades, not for months. It holds more of what swings while there is time to ' +
      'wait, and less of it as the day comes nearer.',
    about: [
      'One mix of shares, bonds and property, with a date on it. Each year some of what ' +
        'swings is exchanged for what swings less.',
      'It is no pension by law and no insurance. Nobody pays you for life out of it: what ' +
        'is in it is yours, and can run out.',
    ],
    earns: ['Dividends and interest', 'What the holdings gain, and what they lose'],
    wrong: [
      'A bad decade happens. Who has to sell in it, sells low.',
      'Prices of what you buy rise faster than the mix grows, and it buys less than you put in.',
      'Growing cautious too early costs growth; growing cautious too late costs sleep.',
    ],
    costs: [
      'The costs of the funds inside come off their own prices',
      'A year’s rebalancing costs its trades',
    ],
    leaving:
      'Any day the plan allows. Leaving early leaves with the prices of that day, whatever ' +
      'they are.',
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
      'Allocated bars with a number, kept in a vault: what gold does, what it doesn’t, and ' +
      'what keeping it costs.',
    lead:
      'Bars with a number, kept in a vault in the name of those they belong to. Gold pays ' +
      'nothing while it lies there; it is worth what the next buyer gives.',
    about: [
      'Allocated means that particular bars are yours in part, and no bank’s promise to ' +
        'deliver some.',
      'Gold earns no rent and no interest. It is held because it has often held when other ' +
        'things did not. Often is not always.',
    ],
    earns: [
      'The difference between the price paid and the price of the day it is sold',
      'Nothing in between',
    ],
    wrong: [
      'The price falls for years. It has done so before, for twenty of them.',
      'Keeping and insuring it costs every year, whether or not the price moves.',
      'It is priced in dollars: your own money may move against you.',
    ],
    costs: ['Vault and insurance by the year', 'The spread between buying and selling'],
    leaving:
      'Bars are sold on working days at the price of that hour; the money follows when the ' +
      'buyer has paid.',
  },
  {
    path: '/crypto',
    name: 'Crypto',
    hint: 'Bitcoin, ether and a short list beyond',
    icon: currencyBtc,
    scene: 'chained',
    risk: 7,
    title: 'Crypto',
    description:
      'Bitcoin, ether and a short list beyond: how it earns, how it loses, who keeps the ' +
      'keys and what that means.',
    lead:
      'Bitcoin, ether and a short list beyond. It can halve in a month and has done so, more ' +
      'than once. Put in only what you can lose whole.',
    about: [
      'We hold coin in wallets of our own, trade some of it and lend none of it out. What ' +
        'we hold is published by coin, against what we owe.',
      'A transaction can’t be taken back. That is why each address is checked, and a new ' +
        'one may have to wait before it is used.',
    ],
    earns: ['Trading results after costs', 'What the coin itself gains or loses'],
    wrong: [
      'The price falls by half, or by all of it.',
      'Keys are lost or stolen. There is no bank behind them and no scheme that repays you.',
      'A law changes, and what was easy to sell no longer is.',
    ],
    costs: ['Network fees as they are, told before you send', 'Trading costs come off the result'],
    leaving: 'As the plan says, in coin, at the rate fixed when your withdrawal is approved.',
    family: 'crypto',
  },
  {
    path: '/nfts',
    name: 'NFTs',
    hint: 'Collections with a chain of owners',
    icon: image,
    scene: 'mosaic',
    risk: 7,
    title: 'NFTs',
    description:
      'Collections whose every owner is on the chain, and whose price is what one buyer ' +
      'says: what that means for you.',
    lead:
      'Single pieces whose every owner stands on the chain. Each is worth what one buyer ' +
      'gives for it, and some day there may be none.',
    about: [
      'We buy few, from collections whose makers and owners can be looked up, and write ' +
        'down what each cost.',
      'A token proves who owns the token. It proves nothing about the picture, its rights ' +
        'or its worth.',
    ],
    earns: [
      'The difference when a piece is sold',
      'Royalties where a collection pays them to holders',
    ],
    wrong: [
      'Nobody buys. A piece without a buyer is worth nothing, whatever was paid for it.',
      'Prices are made by few, and sometimes by the sellers themselves.',
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
      'Everything is bought at an exchange, at a price that anybody can look up for the ' +
        'same minute.',
    ],
    earns: ['Dividends that were really paid', 'What shares gain, and what they lose'],
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
      'that does to losses.',
    lead:
      'One currency against another. The moves are small, so they are multiplied, and so are ' +
      'the losses.',
    about: [
      'We trade major pairs only, with a cap on how far a position may be multiplied, and ' +
        'close what reaches its limit.',
      'There is no income in a currency pair. One side of each trade loses what the other ' +
        'gains, less costs.',
    ],
    earns: [
      'Trading results after costs',
      'Interest differences between two currencies, which can also cost',
    ],
    wrong: [
      'A day without news doesn’t warn of the day with some: gaps jump over limits.',
      'Multiplied losses can take all of what a position held.',
      'Most people who trade currencies lose. We publish each month’s result so that you ' +
        'see which side we were on.',
    ],
    costs: ['The spread at each trade', 'Overnight financing while a position is open'],
    leaving: 'As the plan says. Open positions are closed first, at the price of that moment.',
  },
  {
    path: '/private-equity',
    name: 'Private equity',
    hint: 'Unlisted companies, slow to sell',
    icon: briefcase,
    scene: 'circles',
    risk: 6,
    title: 'Private equity',
    description:
      'Shares in companies that no exchange lists: few, slow to sell, and worth what the ' +
      'next round says.',
    lead:
      'Shares in companies that no exchange lists. There are few of them, they are slow to ' +
      'sell, and some of them fail.',
    about: [
      'We buy into few companies at a time, look at their accounts ourselves and stay for years.',
      'Between two rounds nobody knows the price. Until somebody pays more or less, we ' +
        'carry a share at what it cost.',
    ],
    earns: [
      'What a company pays its owners',
      'The difference when a share is sold, often after many years',
    ],
    wrong: [
      'A company fails and its shares are worth nothing. With few companies, one is a lot.',
      'Nobody wants to buy when you want to leave.',
      'New shares are given out and yours become a smaller part.',
    ],
    costs: ['Lawyers and accountants when buying and selling', 'No yearly fee on what is unsold'],
    leaving:
      'Slowest of all. Plans that hold unlisted shares state a notice, and the queue is ' +
      'visible to everybody in it.',
  },
]

/** Finds the service at an address. */
export const findService = (path: string): Service | undefined =>
  SERVICES.find((one) => one.path === path)

/** Returns the services shown; null shows all. */
export const listOfferedServices = (offered: readonly string[] | null): readonly Service[] =>
  SERVICES.filter(({ path }) => !offered || offered.includes(path))
