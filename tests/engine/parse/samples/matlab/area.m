function result = area(width, height)
% Gives the area.
result = helper(width) * height;
end

% Helps.
function x = helper(x)
end
