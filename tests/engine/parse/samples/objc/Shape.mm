#import <Foo.h>
@protocol P <NSObject>
- (void)run:(int)a with:(int)b;
@end
@interface Shape : NSObject <P>
@property (nonatomic) int x;
- (instancetype)initWithX:(int)x;
+ (void)make;
@end
@interface Shape (Extra)
@end
@implementation Shape
- (void)run:(int)a with:(int)b { }
+ (void)make { }
@end
static int helper(int a) { return a; }
