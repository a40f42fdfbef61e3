/** How a test process begins the line that says what kept it alive after its tests. */
export const leftOpenMark = 'Left open after the last test: '
