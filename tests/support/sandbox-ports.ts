/** The distance between the ports of two sandboxes of the browser tests: each worker has one. */
export const PORT_STEP = 10
