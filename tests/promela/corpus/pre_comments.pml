/* comments of both kinds in odd places, splices, and a line marker */
byte x; // x = 3; /* not a comment
/* byte y; // still one
 */ byte z; /**/
active proctype /* here */ A(/* nothing */) { x = /* one */ 1; // and \
   this line belongs to the comment
  z = x /* / */ + 1;
  /* "string in a comment */ printf("/* comment in a string */ // %d\n", z)
# 100 "elsewhere.pml"
  ; assert(z == 2) }
