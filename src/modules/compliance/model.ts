export {
  CASE_STATUSES,
  type CaseStatus,
  DISMISSAL_PERMISSION,
  parseDismissal,
  refusals,
  type ScreeningCase,
  type ScreeningList,
  toDismissalContent,
} from './model/cases.ts'
export { LIST_NAMES } from './model/list-names.ts'
export {
  LIST_SOURCES,
  type ListedParty,
  type ListSource,
  type ParsedList,
} from './model/listed-party.ts'
export type { ScreenedPerson } from './model/name-match.ts'
